import { eachWord, termHashes } from "../terms/split-words.ts";
import { readTerms } from "../terms/read-terms.ts";
import { GrowingNumbers } from "./growing-numbers.ts";
import { TermTable } from "./term-table.ts";

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
  /** Distinct terms in the file's own name. */
  nameTerms: Uint16Array;
  fileCount: number;
}

export interface PostingSource {
  path: string;
  /** Packed by `encodeTerms`; null where the file has no terms. */
  terms: Uint8Array | null;
}

/** BM25F: what one occurrence in a field is worth, and how much the field's length counts against it. */
const fieldWeights = { symbols: 3.2, comments: 1.3, body: 1, docs: 1, folder: 2.2, name: 5 };
const lengthShare = { symbols: 0.5, comments: 0.5, body: 0.65, docs: 0.7 };
const chunkLengthShare = 0.55;

/** Builds all postings from packed terms, in the order of the files given. */
export function buildPostings(sources: readonly PostingSource[]): Postings {
  const gathered = gather(sources);
  const terms = gathered.table.size;
  const averages = gathered.fieldTotals.map((total) => Math.max(1, total / Math.max(1, sources.length)));
  const fileWeights = new Float32Array(gathered.fileTerms.length);
  for (let at = 0; at < fileWeights.length; at += 1) fileWeights[at] = fileWeight(gathered, at, averages);
  const chunkAverage = Math.max(1, gathered.chunkLengths.reduce((sum, length) => sum + length, 0) / Math.max(1, gathered.chunkLengths.length));
  const chunkWeights = gathered.chunkCounts.map((count, at) => count / (1 - chunkLengthShare + (chunkLengthShare * (gathered.chunkLengths[gathered.chunkUnits[at] ?? 0] ?? 1)) / chunkAverage));
  return {
    table: gathered.table,
    files: group(terms, gathered.fileTerms, gathered.fileUnits, fileWeights),
    chunks: group(terms, gathered.chunkTerms, gathered.chunkUnits, chunkWeights),
    paths: group(terms, gathered.pathTerms, gathered.pathUnits, gathered.pathWeights),
    symbols: group(terms, gathered.symbolTerms, gathered.symbolUnits, gathered.symbolCounts),
    chunkFiles: gathered.chunkFiles,
    firstChunks: gathered.firstChunks,
    chunkStartLines: gathered.chunkStartLines,
    fileLines: gathered.fileLines,
    nameTerms: gathered.nameTerms,
    fileCount: sources.length,
  };
}

interface Gathered {
  table: TermTable;
  /** One row per term and file: term, file, then counts by field and the path's weight. */
  fileTerms: Uint32Array;
  fileUnits: Uint32Array;
  /** Six numbers a row: symbols, comments, body, docs, folder, name. */
  fileCounts: Uint16Array;
  /** Four numbers a file. */
  fieldLengths: Uint32Array;
  fieldTotals: number[];
  chunkTerms: Uint32Array;
  chunkUnits: Uint32Array;
  chunkCounts: Float32Array;
  chunkLengths: Uint32Array;
  chunkFiles: Uint32Array;
  chunkStartLines: Uint32Array;
  firstChunks: Uint32Array;
  pathTerms: Uint32Array;
  pathUnits: Uint32Array;
  pathWeights: Float32Array;
  symbolTerms: Uint32Array;
  symbolUnits: Uint32Array;
  symbolCounts: Float32Array;
  fileLines: Uint32Array;
  nameTerms: Uint16Array;
}

const numbers = (): GrowingNumbers<Uint32Array> => new GrowingNumbers((capacity) => new Uint32Array(capacity));
const fractions = (): GrowingNumbers<Float32Array> => new GrowingNumbers((capacity) => new Float32Array(capacity));

function gather(sources: readonly PostingSource[]): Gathered {
  const table = new TermTable();
  const rows = { terms: numbers(), units: numbers(), counts: new GrowingNumbers((capacity) => new Uint16Array(capacity), 1 << 16) };
  const chunks = { terms: numbers(), units: numbers(), counts: fractions(), lengths: numbers(), files: numbers(), lines: numbers() };
  const paths = { terms: numbers(), units: numbers(), weights: fractions() };
  const symbols = { terms: numbers(), units: numbers(), counts: fractions() };
  const fieldLengths = new Uint32Array(sources.length * 4);
  const fieldTotals = [0, 0, 0, 0];
  const firstChunks = new Uint32Array(sources.length + 1);
  const fileLines = new Uint32Array(sources.length);
  const nameTerms = new Uint16Array(sources.length);
  for (const [file, source] of sources.entries()) {
    const firstChunk = chunks.lengths.length;
    firstChunks[file] = firstChunk;
    const byTerm = pathTermsOf(source.path, table);
    nameTerms[file] = [...byTerm.values()].filter((place) => place === 2).length;
    for (const [term, place] of byTerm) {
      paths.terms.push(term);
      paths.units.push(file);
      paths.weights.push(place);
    }
    let term = -1;
    if (source.terms !== null) {
      readTerms(source.terms, {
        header(header) {
          fileLines[file] = header.lines;
          for (const [field, length] of header.fieldLengths.entries()) {
            fieldLengths[file * 4 + field] = length;
            fieldTotals[field] = (fieldTotals[field] ?? 0) + length;
          }
          for (const [chunk, start] of header.chunkStarts.entries()) {
            chunks.lengths.push(header.chunkLengths[chunk] ?? 0);
            chunks.files.push(file);
            chunks.lines.push(start);
          }
        },
        term(hash, fields) {
          term = table.add(hash);
          rows.terms.push(term);
          rows.units.push(file);
          for (const count of fields) rows.counts.push(Math.min(count, 65_535));
          const place = byTerm.get(term) ?? 0;
          rows.counts.push(place === 1 ? 1 : 0);
          rows.counts.push(place === 2 ? 1 : 0);
          byTerm.delete(term);
          if ((fields[0] ?? 0) > 0) {
            symbols.terms.push(term);
            symbols.units.push(file);
            symbols.counts.push(fields[0] ?? 0);
          }
        },
        chunk(chunk, weight) {
          chunks.terms.push(term);
          chunks.units.push(firstChunk + chunk);
          chunks.counts.push(weight);
        },
      });
    }
    for (const [left, place] of byTerm) {
      rows.terms.push(left);
      rows.units.push(file);
      for (let field = 0; field < 4; field += 1) rows.counts.push(0);
      rows.counts.push(place === 1 ? 1 : 0);
      rows.counts.push(place === 2 ? 1 : 0);
    }
  }
  firstChunks[sources.length] = chunks.lengths.length;
  return {
    table,
    fileTerms: rows.terms.finish(),
    fileUnits: rows.units.finish(),
    fileCounts: rows.counts.finish(),
    fieldLengths,
    fieldTotals,
    chunkTerms: chunks.terms.finish(),
    chunkUnits: chunks.units.finish(),
    chunkCounts: chunks.counts.finish(),
    chunkLengths: chunks.lengths.finish(),
    chunkFiles: chunks.files.finish(),
    chunkStartLines: chunks.lines.finish(),
    firstChunks,
    pathTerms: paths.terms.finish(),
    pathUnits: paths.units.finish(),
    pathWeights: paths.weights.finish(),
    symbolTerms: symbols.terms.finish(),
    symbolUnits: symbols.units.finish(),
    symbolCounts: symbols.counts.finish(),
    fileLines,
    nameTerms,
  };
}

/** Terms of a path by number: 2 where they stand in the file's own name (extension left out), else 1. */
function pathTermsOf(path: string, table: TermTable): Map<number, number> {
  const places = new Map<number, number>();
  const slash = path.lastIndexOf("/");
  const dot = path.indexOf(".", slash + 2);
  const add = (text: string, place: number): void =>
    eachWord(text, 0, text.length, (word) => {
      for (const hash of termHashes(word)) {
        const term = table.add(hash);
        if ((places.get(term) ?? 0) < place) places.set(term, place);
      }
    });
  if (slash > 0) add(path.slice(0, slash), 1);
  add(path.slice(slash + 1, dot > slash ? dot : undefined), 2);
  return places;
}

function fileWeight({ fileUnits, fileCounts, fieldLengths }: Gathered, row: number, averages: readonly number[]): number {
  const file = fileUnits[row] ?? 0;
  const normal = (field: number, share: number): number => 1 - share + (share * (fieldLengths[file * 4 + field] ?? 0)) / (averages[field] ?? 1);
  const count = (field: number): number => fileCounts[row * 6 + field] ?? 0;
  return (
    (fieldWeights.symbols * count(0)) / normal(0, lengthShare.symbols) +
    (fieldWeights.comments * count(1)) / normal(1, lengthShare.comments) +
    (fieldWeights.body * count(2)) / normal(2, lengthShare.body) +
    (fieldWeights.docs * count(3)) / normal(3, lengthShare.docs) +
    fieldWeights.folder * count(4) +
    fieldWeights.name * count(5)
  );
}

/** Sorts rows by term with one counting pass; within a term units stay ascending. */
function group(terms: number, rowTerms: Uint32Array, rowUnits: Uint32Array, rowWeights: Float32Array): TermPostings {
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
