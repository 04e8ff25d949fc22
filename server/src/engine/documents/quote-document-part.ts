import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { dateOfPage } from "#server/engine/retrieval/dated-pages.ts";
import { citeCodeBefore, quoteParagraph } from "#server/engine/statements/paragraphs.ts";
import { linesOf, shownPath } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";

import type { DocumentPart } from "./document-part.ts";

/** Parts of a document that stand under one title as they are written, behind a line that says where they stand. */
export async function quoteDocumentParts(
  context: AnswerContext,
  parts: readonly DocumentPart[],
  terms: readonly QuestionTerm[],
): Promise<Statement[]> {
  const [part] = parts;
  if (!part) return [];
  const heading = part.headings.at(-1) ?? "";
  const lines = (await part.codebase.reader.readLines(part.path)) ?? [];
  const date = dateOfPage(part.path, heading, lines);
  const from = heading === "" ? shownPath(context, part) : `${shownPath(context, part)}, “${heading}”`;
  const lead: Statement = { text: `${from}${date === null ? "" : `, written ${date}`}:`, evidence: [] };
  const quoted = citeCodeBefore(
    parts.flatMap((told) =>
      told.row.length > 0
        ? [{ text: rowText(told), evidence: [linesOf(told, told.startLine)] }]
        : told.paragraphs.flatMap((one) => quoteParagraph(told, one, terms)),
    ),
  );
  return [lead, ...quoted.map((one) => ({ ...one, text: one.text.replaceAll(/^/gm, "> ") }))];
}

/** "`MAX_ATTEMPTS` — Default: 5; Description: …": the first cell names what the others tell of. */
function rowText({ row }: DocumentPart): string {
  const [name, ...others] = row;
  const told = others.map(({ title, text }) => (title === "" ? text : `${title}: ${text}`)).join("; ");
  return `${codeSpan(name?.text ?? "")} — ${told} ${citationPlaceholder}`;
}
