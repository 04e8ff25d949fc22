import type { IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import { findDelegate } from "#server/engine/retrieval/find-delegate.ts";
import type { FileFact } from "#server/engine/retrieval/gather-facts.ts";
import { linesOf, shownName, shownPath } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { fence } from "#server/engine/text/quoting.ts";
import { summarizeBriefly } from "#server/engine/text/summarize-doc.ts";

const maxQuoted = 30;
const maxDoc = 180;

/** The code that does the work of a handler that only hands it on. Empty where it does it itself, and where that is not certain. */
export async function explainDelegate(
  context: AnswerContext,
  endpoint: FileFact<IndexedEndpoint>,
  body: FileRef & { startLine: number; endLine: number },
): Promise<Statement[]> {
  const found = await findDelegate(context, endpoint, body);
  if (found === null) return [];
  const { symbol } = found;
  const lines = await context.lines(found);
  const last = Math.min(symbol.endLine, symbol.startLine + maxQuoted - 1, lines.length);
  const evidence = [linesOf(found, symbol.startLine, last)];
  const doc = summarizeBriefly(symbol.doc, maxDoc);
  const code = fence(lines.slice(symbol.startLine - 1, last), context.facts(found)?.language ?? null);
  const place = `${shownPath(context, found)}, lines ${symbol.startLine}–`;
  return [
    {
      text: `It hands the work to ${codeSpan(shownName(symbol))}, in ${place}${symbol.endLine}${doc === null ? "." : `: ${doc.text}`}`,
      evidence: [...evidence, ...(doc ? [linesOf(found, doc.startLine, doc.endLine)] : [])],
    },
    { text: `${place}${last} ${citationPlaceholder}:\n\n${code}`, evidence },
  ];
}
