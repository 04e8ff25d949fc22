import { finish } from "#server/code-index/runtime/steps.ts";
import type { Steps } from "#server/code-index/runtime/steps.ts";

import { GatheredRows, inFolder, inName } from "./gathered-rows.ts";
import type { Rows } from "./gathered-rows.ts";
import { TermTable } from "./term-table.ts";

/** Where terms occur: units (files or chunks) with their counts, grouped by term. */
export interface TermPostings {
  /** `starts[term]` to `starts[term + 1]` are the term's indexes below; terms added later have none. */
  starts: Uint32Array;
  /** Ascending within a term. */
  units: Uint32Array;
  /** `width` numbers for each index. */
  counts: Uint16Array | Uint32Array;
  width: number;
}

/**
 * Everything ranking knows of files and their chunks. Raw counts are stored and weighted at query time:
 * the weight of an occurrence depends on averages over all files, which every push changes.
 */
export interface Postings {
  /** May also hold terms that no file has. */
  table: TermTable;
  /** Five counts each: symbols, comments, body, docs, and where in the path. */
  files: TermPostings;
  /** Weighed occurrences. */
  chunks: TermPostings;
  /** Terms of the path alone, 1 = folder, 2 = file name. */
  paths: TermPostings;
  /** Terms of declared names alone. */
  symbols: TermPostings;
  measures: FileMeasures;
  /** How much the lengths of a file's four fields count against their occurrences; four numbers a file. */
  fileNorms: Float64Array;
  chunkNorms: Float64Array;
  /** The summed inverse frequency of all terms of a file's name. */
  nameWeights: Float64Array;
  /** Terms by path. */
  pathLengths: Uint32Array;
  fileCount: number;
}

/** What is known of files and chunks beside their terms. */
export interface FileMeasures {
  /** Lines by file. */
  fileLines: Uint32Array;
  /** Terms by file and field, four numbers a file. */
  fieldLengths: Uint32Array;
  /** First chunk of each file, and one past the last file's chunks at the end. */
  firstChunks: Uint32Array;
  chunkStartLines: Uint32Array;
  chunkLengths: Uint32Array;
}

export interface PostingSource {
  path: string;
  /** Packed by `encodeTerms`; null where the file has no terms. */
  terms: Uint8Array | null;
}

/** BM25F: the weight of one occurrence in a field, and how much the field's length is penalized. */
const fieldWeights = { symbols: 3.2, comments: 1.3, body: 1, docs: 1, folder: 2.2, name: 5 };
const fieldWorths = [fieldWeights.symbols, fieldWeights.comments, fieldWeights.body, fieldWeights.docs];
/** Of symbols, comments, body, docs. */
const lengthShares = [0.5, 0.5, 0.8, 0.7];
const chunkLengthShare = 0.55;
const fields = 4;

/**
 * Builds all postings from packed terms, in the order of the files given. A table that is handed in learns new terms.
 */
export function buildPostings(sources: readonly PostingSource[], table = new TermTable()): Postings {
  return finish(gatherPostings(sources.length, (file) => sources[file] ?? nothing, table));
}

const nothing: PostingSource = { path: "", terms: null };

/** The same for many files, each requested when it is needed. */
export function* gatherPostings(
  fileCount: number,
  source: (file: number) => PostingSource,
  table = new TermTable(),
): Steps<Postings> {
  const gathered = new GatheredRows(fileCount, table);
  for (let file = 0; file < fileCount; file += 1) {
    const { path, terms } = source(file);
    gathered.addFile(path, terms);
    yield;
  }
  const terms = table.size;
  const chunkLengths = gathered.chunkLengths.finish();
  const files = group(terms, gathered.files, new Uint16Array(gathered.files.counts.length));
  yield;
  const chunks = group(terms, gathered.chunks, new Uint32Array(gathered.chunks.counts.length));
  yield;
  return withNorms({
    table,
    files,
    chunks,
    paths: group(terms, gathered.paths, new Uint16Array(gathered.paths.counts.length)),
    symbols: group(terms, gathered.symbols, new Uint32Array(gathered.symbols.counts.length)),
    measures: {
      fileLines: gathered.fileLines,
      fieldLengths: gathered.fieldLengths,
      firstChunks: Uint32Array.from([...gathered.firstChunks, chunkLengths.length]),
      chunkStartLines: gathered.chunkStartLines.finish(),
      chunkLengths,
    },
  });
}

/** Adds what depends on the averages of all files. */
export function withNorms(
  postings: Omit<Postings, "fileNorms" | "chunkNorms" | "nameWeights" | "pathLengths" | "fileCount">,
): Postings {
  const { fieldLengths, chunkLengths, fileLines } = postings.measures;
  const fileCount = fileLines.length;
  const fileNorms = new Float64Array(fieldLengths.length);
  for (let field = 0; field < fields; field += 1) {
    let total = 0;
    for (let at = field; at < fieldLengths.length; at += fields) total += fieldLengths[at] ?? 0;
    const average = Math.max(1, total / Math.max(1, fileCount));
    const share = lengthShares[field] ?? 0;
    for (let at = field; at < fieldLengths.length; at += fields)
      fileNorms[at] = 1 - share + (share * (fieldLengths[at] ?? 0)) / average;
  }
  const total = chunkLengths.reduce((sum, length) => sum + length, 0);
  const average = Math.max(1, total / Math.max(1, chunkLengths.length));
  const chunkNorms = Float64Array.from(
    chunkLengths,
    (length) => 1 - chunkLengthShare + (chunkLengthShare * length) / average,
  );
  return { ...postings, fileNorms, chunkNorms, ...weighPaths(postings.paths, fileCount), fileCount };
}

/** Weights are added up as integers in this fraction, so that the sum is the same in any order of terms. */
const weightSteps = 2 ** 20;

function weighPaths(paths: TermPostings, fileCount: number): Pick<Postings, "nameWeights" | "pathLengths"> {
  const { starts, units, counts } = paths;
  const nameWeights = new Float64Array(fileCount);
  const pathLengths = new Uint32Array(fileCount);
  for (let term = 0; term + 1 < starts.length; term += 1) {
    const start = starts[term] ?? 0;
    const end = starts[term + 1] ?? 0;
    if (end === start) continue;
    const steps = Math.round(inverseFrequency(paths, term, fileCount) * weightSteps);
    for (let at = start; at < end; at += 1) {
      const file = units[at] ?? 0;
      pathLengths[file] = (pathLengths[file] ?? 0) + 1;
      if (counts[at] === inName) nameWeights[file] = (nameWeights[file] ?? 0) + steps;
    }
  }
  for (let file = 0; file < fileCount; file += 1) nameWeights[file] = (nameWeights[file] ?? 0) / weightSteps;
  return { nameWeights, pathLengths };
}

/** Inverse document frequency of a term. */
export function inverseFrequency({ starts }: Pick<TermPostings, "starts">, term: number, units: number): number {
  const frequency = Math.max(0, (starts[term + 1] ?? 0) - (starts[term] ?? 0));
  return Math.log(1 + (units - frequency + 0.5) / (frequency + 0.5));
}

/** Term frequency at an index of `files` over all fields, weighted and normalised: BM25F's pseudo frequency. */
export function fileWeight({ files, fileNorms }: Postings, position: number): number {
  const { counts, units } = files;
  const first = position * 5;
  const norm = (units[position] ?? 0) * fields;
  const where = counts[first + 4] ?? 0;
  let weight = where === inName ? fieldWeights.name : where === inFolder ? fieldWeights.folder : 0;
  for (let field = 0; field < fields; field += 1) {
    const count = counts[first + field] ?? 0;
    if (count > 0) weight += ((fieldWorths[field] ?? 1) * count) / (fileNorms[norm + field] ?? 1);
  }
  return Math.fround(weight);
}

/** The same at an index of `chunks`. */
export function chunkWeight({ chunks, chunkNorms }: Postings, position: number): number {
  return Math.fround((chunks.counts[position] ?? 0) / (chunkNorms[chunks.units[position] ?? 0] ?? 1));
}

/** Sorts rows by term with one counting pass; within a term units stay ascending. */
function group(terms: number, rows: Rows, counts: Uint16Array | Uint32Array): TermPostings {
  const rowTerms = rows.terms.finish();
  const rowUnits = rows.units.finish();
  const rowCounts = rows.counts.finish();
  const width = rowTerms.length === 0 ? 1 : rowCounts.length / rowTerms.length;
  const starts = new Uint32Array(terms + 1);
  for (const term of rowTerms) starts[term + 1] = (starts[term + 1] ?? 0) + 1;
  for (let term = 0; term < terms; term += 1) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  const next = starts.slice();
  const units = new Uint32Array(rowTerms.length);
  for (let row = 0; row < rowTerms.length; row += 1) {
    const term = rowTerms[row] ?? 0;
    const at = next[term] ?? 0;
    next[term] = at + 1;
    units[at] = rowUnits[row] ?? 0;
    for (let column = 0; column < width; column += 1)
      counts[at * width + column] = rowCounts[row * width + column] ?? 0;
  }
  return { starts, units, counts, width };
}
