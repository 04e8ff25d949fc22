import type { ContentFacts } from "../extract/content-facts.ts";
import type { SourceText } from "../extract/source-text.ts";
import { chooseChunks } from "./choose-chunks.ts";
import { encodeTerms } from "./encode-terms.ts";
import { eachWord, termHashes } from "./split-words.ts";

/** The parts of a file that ranking weighs apart. The path is a fifth, added when postings are loaded. */
export const termFields = ["symbols", "comments", "body", "docs"] as const;

export interface TermCount {
  hash: number;
  /** Occurrences by field, in the order of `termFields`. */
  fields: [number, number, number, number];
  /** Pairs of chunk number and weight, ascending. */
  chunks: number[];
}

export interface CountedTerms {
  /** First line of each chunk. */
  chunkStarts: number[];
  /** Terms in each chunk. */
  chunkLengths: number[];
  lines: number;
  fieldLengths: [number, number, number, number];
  /** Sorted by hash. */
  terms: TermCount[];
}

const prose = new Set(["markdown", "rst", "asciidoc", "text"]);
const bulky = new Set<string | null>(["json", "xml", "yaml", "html", "ini", null]);
const maxBulkyLength = 48_000;
const maxGeneratedLength = 16_000;
/** A declaration's name counts this often in the chunk it stands in. */
const nameWeightInChunk = 2;

/** Counts the terms of a file by field and chunk, packed for storage. */
export function countTerms(source: SourceText, facts: ContentFacts): Uint8Array {
  const chunkStarts = chooseChunks({ lines: source.lines, symbols: facts.symbols, sections: facts.sections });
  const counted: CountedTerms = {
    chunkStarts,
    chunkLengths: chunkStarts.map(() => 0),
    lines: source.lines,
    fieldLengths: [0, 0, 0, 0],
    terms: [],
  };
  const byHash = new Map<number, TermCount>();
  const limit = lengthLimit(source, facts);
  const plainField = source.language !== null && prose.has(source.language) ? 3 : 2;
  let chunk = 0;
  let field = plainField;
  const visit = (word: string): void => {
    for (const hash of termHashes(word)) addTerm(byHash, counted, { hash, field, chunk, weight: 1 });
  };
  for (let line = 1; line <= source.lines; line += 1) {
    const start = source.lineStarts[line - 1] ?? 0;
    if (start > limit) break;
    while ((chunkStarts[chunk + 1] ?? Infinity) <= line) chunk += 1;
    field = source.commentLines[line - 1] === 1 ? 1 : plainField;
    eachWord(source.text, start, Math.min(source.lineStarts[line] ?? source.text.length, limit), visit);
  }
  addNames(byHash, counted, facts);
  counted.terms = [...byHash.values()].sort((a, b) => a.hash - b.hash);
  return encodeTerms(counted);
}

/** Bulk data is findable by its beginning; more would fill the index with numbers. */
function lengthLimit(source: SourceText, facts: ContentFacts): number {
  if (facts.contentKind === "generated") return maxGeneratedLength;
  return bulky.has(source.language) ? maxBulkyLength : source.text.length;
}

function addNames(byHash: Map<number, TermCount>, counted: CountedTerms, facts: ContentFacts): void {
  const places = [
    ...facts.symbols.map(({ name, startLine }) => ({ name, startLine })),
    ...facts.schemas.map(({ name, startLine }) => ({ name, startLine })),
  ].sort((a, b) => a.startLine - b.startLine);
  for (const { name, startLine } of places) {
    const after = counted.chunkStarts.findIndex((start) => start > startLine);
    const chunk = (after === -1 ? counted.chunkStarts.length : after) - 1;
    eachWord(name, 0, name.length, (word) => {
      for (const hash of termHashes(word))
        addTerm(byHash, counted, { hash, field: 0, chunk, weight: nameWeightInChunk });
    });
  }
}

function addTerm(
  byHash: Map<number, TermCount>,
  counted: CountedTerms,
  { hash, field, chunk, weight }: { hash: number; field: number; chunk: number; weight: number },
): void {
  let term = byHash.get(hash);
  if (term === undefined) {
    term = { hash, fields: [0, 0, 0, 0], chunks: [] };
    byHash.set(hash, term);
  }
  term.fields[field] = (term.fields[field] ?? 0) + 1;
  counted.fieldLengths[field] = (counted.fieldLengths[field] ?? 0) + 1;
  counted.chunkLengths[chunk] = (counted.chunkLengths[chunk] ?? 0) + weight;
  addToChunk(term.chunks, chunk, weight);
}

function addToChunk(chunks: number[], chunk: number, weight: number): void {
  const last = chunks.length - 2;
  if (last >= 0 && chunks[last] === chunk) {
    chunks[last + 1] = (chunks[last + 1] ?? 0) + weight;
    return;
  }
  if (last < 0 || (chunks[last] ?? 0) < chunk) {
    chunks.push(chunk, weight);
    return;
  }
  // Names come after the lines, so their chunk may stand anywhere in the list.
  let at = 0;
  while (at < chunks.length && (chunks[at] ?? 0) < chunk) at += 2;
  if (chunks[at] === chunk) chunks[at + 1] = (chunks[at + 1] ?? 0) + weight;
  else chunks.splice(at, 0, chunk, weight);
}
