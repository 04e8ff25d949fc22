import { GatheredRows } from "./gathered-rows.ts";
import type { Rows } from "./gathered-rows.ts";
import type { TermTable } from "./term-table.ts";

/** Where a term stands: units (files or chunks) and a weight ready for scoring, grouped by term. */
export interface TermPostings {
  /** `starts[term]` to `starts[term + 1]` are the term's places in the two lists below. */
  starts: Uint32Array;
  units: Uint32Array;
  /** Term frequency over all fields, each weighed and normalised by its length: BM25F's pseudo frequency. */
  weights: Float32Array;
}

export interface Postings {
  table: TermTable;
  files: TermPostings;
  chunks: TermPostings;
  /** Terms of the path alone, 1 = folder, 2 = file name. */
  paths: TermPostings;
  /** Terms of declared names alone. */
  symbols: TermPostings;
  /** File of each chunk. */
  chunkFiles: Uint32Array;
  /** First chunk of each file, and one past the last file's chunks at the end. */
  firstChunks: Uint32Array;
  chunkStartLines: Uint32Array;
  /** Lines by file. */
  fileLines: Uint32Array;
  fileCount: number;
}

export interface PostingSource {
  path: string;
  /** Packed by `encodeTerms`; null where the file has no terms. */
  terms: Uint8Array | null;
}

/** BM25F: what one occurrence in a field is worth, and how much the field's length counts against it. */
const fieldWeights = { symbols: 3.2, comments: 1.3, body: 1, docs: 1, folder: 2.2, name: 5 };
const lengthShare = { symbols: 0.5, comments: 0.5, body: 0.8, docs: 0.7 };
const chunkLengthShare = 0.55;

/** Builds all postings from packed terms, in the order of the files given. */
export function buildPostings(sources: readonly PostingSource[]): Postings {
  const gathered = new GatheredRows(sources.length);
  for (const source of sources) gathered.addFile(source.path, source.terms);
  const terms = gathered.table.size;
  const chunkLengths = gathered.chunkLengths.finish();
  const firstChunks = Uint32Array.from([...gathered.firstChunks, chunkLengths.length]);
  return {
    table: gathered.table,
    files: group(terms, gathered.files, fileWeights(gathered, sources.length)),
    chunks: group(terms, gathered.chunks, chunkWeights(gathered.chunks, chunkLengths)),
    paths: group(terms, gathered.paths, gathered.paths.counts.finish()),
    symbols: group(terms, gathered.symbols, gathered.symbols.counts.finish()),
    chunkFiles: gathered.chunkFiles.finish(),
    firstChunks,
    chunkStartLines: gathered.chunkStartLines.finish(),
    fileLines: gathered.fileLines,
    fileCount: sources.length,
  };
}

function chunkWeights(rows: Rows, lengths: Uint32Array): Float32Array {
  const average = Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length));
  const units = rows.units.finish();
  return rows.counts.finish().map((count, at) => {
    const length = lengths[units[at] ?? 0] ?? 1;
    return count / (1 - chunkLengthShare + (chunkLengthShare * length) / average);
  });
}

function fileWeights(gathered: GatheredRows, files: number): Float32Array {
  const averages = gathered.fieldTotals.map((total) => Math.max(1, total / Math.max(1, files)));
  const units = gathered.files.units.finish();
  const counts = gathered.fieldCounts.finish();
  const shares = [lengthShare.symbols, lengthShare.comments, lengthShare.body, lengthShare.docs];
  const worths = [fieldWeights.symbols, fieldWeights.comments, fieldWeights.body, fieldWeights.docs];
  const weights = new Float32Array(units.length);
  for (let row = 0; row < weights.length; row += 1) {
    const file = units[row] ?? 0;
    let weight = fieldWeights.folder * (counts[row * 6 + 4] ?? 0) + fieldWeights.name * (counts[row * 6 + 5] ?? 0);
    for (let field = 0; field < 4; field += 1) {
      const count = counts[row * 6 + field] ?? 0;
      if (count === 0) continue;
      const share = shares[field] ?? 0;
      weight +=
        ((worths[field] ?? 1) * count) /
        (1 - share + (share * (gathered.fieldLengths[file * 4 + field] ?? 0)) / (averages[field] ?? 1));
    }
    weights[row] = weight;
  }
  return weights;
}

/** Sorts rows by term with one counting pass; within a term units stay ascending. */
function group(terms: number, rows: Rows, rowWeights: Float32Array): TermPostings {
  const rowTerms = rows.terms.finish();
  const rowUnits = rows.units.finish();
  const starts = new Uint32Array(terms + 1);
  for (const term of rowTerms) starts[term + 1] = (starts[term + 1] ?? 0) + 1;
  for (let term = 0; term < terms; term += 1) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  const next = starts.slice();
  const units = new Uint32Array(rowTerms.length);
  const weights = new Float32Array(rowTerms.length);
  for (let row = 0; row < rowTerms.length; row += 1) {
    const term = rowTerms[row] ?? 0;
    const at = next[term] ?? 0;
    next[term] = at + 1;
    units[at] = rowUnits[row] ?? 0;
    weights[at] = rowWeights[row] ?? 0;
  }
  return { starts, units, weights };
}
