import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { simplifyText, spokenName } from "#server/engine/answers/plain/simplify-text.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { findReferences, type LocatedSymbol } from "#server/engine/retrieval/relations.ts";
import { codeStatement, evidenceOf, shownName, shownPath } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { capitalized } from "#server/engine/text/quoting.ts";
import { summarizeDoc } from "#server/engine/text/summarize-doc.ts";

/** What a declaration of hardly a line hands its work to, with its lines. Empty where it calls nothing of the repository. */
export async function explainHandover(
  context: AnswerContext,
  part: QuestionPart,
  from: LocatedSymbol,
): Promise<Statement[]> {
  const next = (await findReferences(context, from, 4)).find(doesTheWork);
  if (!next) return [];
  const doc = summarizeDoc(next.symbol.doc, 220, 2);
  const name = `${codeSpan(shownName(next.symbol))} (${shownPath(context, next)})`;
  // Whoever reads no code must not take what the other one does for what this one does.
  const plain = doc && simplifyText(doc.text, 2);
  const spoken = `“${capitalized(spokenName(from.symbol.name))}” hands the work to “${spokenName(next.symbol.name)}”`;
  const quoted = await codeStatement(context, next, part.terms);
  const lead: Statement = {
    text: `It hands the work to ${name}${doc === null ? "." : `: ${doc.text}`}`,
    plain: plain === null ? "" : `${spoken}: ${plain.join(" ")}`,
    evidence: evidenceOf(next, doc),
  };
  return quoted ? [lead, quoted] : [lead];
}

function doesTheWork({ symbol }: LocatedSymbol): boolean {
  return symbol.kind === "function" || symbol.kind === "method";
}
