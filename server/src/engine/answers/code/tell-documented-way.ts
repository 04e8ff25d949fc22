import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { findDocumentedWay, type DocumentedWay } from "#server/engine/facts/project/documented-way.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { citeCodeBefore } from "#server/engine/statements/paragraphs.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import type { ProseBlock } from "#server/engine/text/parse-prose.ts";
import { fence } from "#server/engine/text/quoting.ts";
import { leadingSentences } from "#server/engine/text/sentences.ts";
import { enumerate } from "#server/engine/text/wording.ts";

const maxBlocks = 36;
const maxCodeLines = 14;
const longestParagraph = 420;
const maxVariants = 3;
const longestVariant = 130;

/** How the whole is started, in the README's own words: what is needed first, the plainest way, and where others stand. */
export async function tellDocumentedWay(context: AnswerContext, codebase: Codebase): Promise<StatementBlock[]> {
  const way = await findDocumentedWay(openScope(codebase, ""));
  if (way === null) return [];
  const named = namedWhere(context, codebase, way);
  let left = maxBlocks;
  let at = named.length;
  const told = way.sections.flatMap(({ path, heading, blocks, variants, rest }): StatementBlock[] => {
    const shown = blocks.slice(0, Math.max(0, left));
    left -= shown.length;
    if (shown.length === 0) return [];
    const place = { codebase, path };
    const isFirst = at === 0 || (at === named.length && named.length > 0);
    at += 1;
    const lead = { text: leadOf(isFirst ? shownPath(context, place) : null, heading), evidence: [] };
    const statements = [lead, ...shown.map((block) => quoteStep(place, block))];
    return [{ heading: null, statements: [...citeCodeBefore(statements), ...variantsOf(place, variants), ...restOf(place, rest)] }]; // prettier-ignore
  });
  return [...named, ...told, ...othersBlock(context, codebase, way)];
}

/** How else it may be done, without the commands. */
function variantsOf(place: FileRef, variants: readonly ProseBlock[]): Statement[] {
  if (variants.length === 0) return [];
  const named = variants.slice(0, maxVariants).map(({ text }) => `“${leadingSentences(cleanProse(text), longestVariant, 1).replace(/[:.]$/, "")}”`); // prettier-ignore
  const evidence = variants.map(({ startLine, endLine }) => linesOf(place, startLine, endLine));
  return [{ text: `The same section tells variants: ${enumerate(named)}.`, evidence }];
}

function restOf(place: FileRef, rest: DocumentedWay["sections"][number]["rest"]): Statement[] {
  return rest === null ? [] : [{ text: "The section goes on there.", evidence: [linesOf(place, rest.startLine, rest.endLine)] }]; // prettier-ignore
}

function leadOf(path: string | null, heading: string | null): string {
  const under = heading === null ? ":" : ` under “${heading}”:`;
  return path === null ? `And${under}` : `${path} says${under}`;
}

/** What the README says of where it is told. */
function namedWhere(context: AnswerContext, codebase: Codebase, { link }: DocumentedWay): StatementBlock[] {
  if (link === null) return [];
  const place = { codebase, path: link.path };
  const lead = { text: leadOf(shownPath(context, place), link.heading), evidence: [] };
  return [{ heading: null, statements: [lead, quoteStep(place, link.block)] }];
}

function othersBlock(context: AnswerContext, codebase: Codebase, { others }: DocumentedWay): StatementBlock[] {
  if (others.length === 0) return [];
  const byPath = Map.groupBy(others, ({ path }) => path);
  const places = [...byPath].map(([path, some]) => `${enumerate(some.map(({ heading }) => `“${heading}”`))} in ${shownPath(context, { codebase, path })}`); // prettier-ignore
  const evidence = others.map(({ path, startLine }) => linesOf({ codebase, path }, startLine));
  return [{ heading: null, statements: [{ text: `Other ways are told under ${enumerate(places)}.`, evidence }] }];
}

/** A block of a document as a statement with its lines. */
export function quoteStep(place: FileRef, { kind, text, note, startLine, endLine }: ProseBlock): Statement {
  const evidence = [linesOf(place, startLine, endLine)];
  if (kind === "code") return { text: fence(text.split("\n").slice(0, maxCodeLines), note), evidence };
  const said = leadingSentences(cleanProse(text), longestParagraph);
  return { text: kind === "item" ? `- ${said}` : said, evidence };
}
