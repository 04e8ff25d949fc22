import type { ContentFacts } from "#server/code-index/analysis/text/content-facts.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";

import { chooseChunks } from "./choose-chunks.ts";
import { encodeTerms } from "./encode-terms.ts";
import { TermTally } from "./term-tally.ts";

/** Fields that ranking weighs apart. The path is a fifth, added when postings are loaded. */
const symbolField = 0;
const commentField = 1;
const bodyField = 2;
const docsField = 3;

const prose = new Set(["markdown", "rst", "asciidoc", "text"]);
const bulky = new Set<string | null>(["json", "xml", "yaml", "html", "ini", null]);
const maxBulkyLength = 48_000;
const maxGeneratedLength = 16_000;
/** A declaration's name counts this often in its chunk. */
const nameWeightInChunk = 2;

const tally = new TermTally();

/** Counts the terms of a file by field and chunk, packed for storage. */
export function countTerms(source: SourceText, facts: ContentFacts): Uint8Array {
  const chunkStarts = chooseChunks({ lines: source.lines, symbols: facts.symbols, sections: facts.sections });
  tally.begin(chunkStarts.length);
  const names = positionsOfNames(facts);
  let next = 0;
  for (let chunk = 0; chunk < chunkStarts.length; chunk += 1) {
    const endLine = (chunkStarts[chunk + 1] ?? Infinity) - 1;
    addLines(source, { startLine: chunkStarts[chunk] ?? 1, endLine, chunk, limit: lengthLimit(source, facts) });
    for (let location = names[next]; location !== undefined && location.startLine <= endLine; location = names[next]) {
      const field = symbolField;
      tally.addText(location.name, { start: 0, end: location.name.length, field, chunk, weight: nameWeightInChunk });
      next += 1;
    }
  }
  return encodeTerms(tally, { lines: source.lines, chunkStarts });
}

/** Bulk data is findable by its beginning; more would fill the index with numbers. */
function lengthLimit(source: SourceText, facts: ContentFacts): number {
  if (facts.contentKind === "generated") return maxGeneratedLength;
  return bulky.has(source.language) ? maxBulkyLength : source.text.length;
}

/** Counts the lines of one chunk, runs of comments and of code apart. */
function addLines(
  source: SourceText,
  part: { startLine: number; endLine: number; chunk: number; limit: number },
): void {
  const { text, lineStarts, commentLines } = source;
  const plainField = source.language !== null && prose.has(source.language) ? docsField : bodyField;
  const endLine = Math.min(part.endLine, source.lines);
  for (let line = part.startLine; line <= endLine;) {
    const start = lineStarts[line - 1] ?? 0;
    if (start > part.limit) return;
    const isComment = commentLines[line - 1] === 1;
    while (line <= endLine && (commentLines[line - 1] === 1) === isComment) line += 1;
    const end = Math.min(lineStarts[line - 1] ?? text.length, part.limit);
    tally.addText(text, { start, end, field: isComment ? commentField : plainField, chunk: part.chunk, weight: 1 });
  }
}

function positionsOfNames(facts: ContentFacts): { name: string; startLine: number }[] {
  return [
    ...facts.symbols.map(({ name, startLine }) => ({ name, startLine })),
    ...facts.schemas.map(({ name, startLine }) => ({ name, startLine })),
    ...namesOfTables(facts),
  ].sort((a, b) => a.startLine - b.startLine);
}

function namesOfTables({ data }: ContentFacts): { name: string; startLine: number }[] {
  if (data === null) return [];
  return [
    ...data.operations.flatMap((one) => (one.op === "create" ? [{ name: one.table, startLine: one.line }] : [])),
    ...data.entities.flatMap(({ kind, name, line }) => (kind === "stored" ? [{ name, startLine: line }] : [])),
  ];
}
