import { decodeTerms } from "#server/code-index/analysis/terms/decode-terms.ts";
import type { TermHeader } from "#server/code-index/analysis/terms/decode-terms.ts";
import { eachWord, termHashes } from "#server/code-index/analysis/terms/split-words.ts";

import { GrowingNumbers } from "./growing-numbers.ts";
import type { TermTable } from "./term-table.ts";

/** One row per term and unit, in the order of first occurrence. */
export interface Rows {
  terms: GrowingNumbers<Uint32Array>;
  units: GrowingNumbers<Uint32Array>;
  /** As many numbers a row as the list is wide. */
  counts: GrowingNumbers<Uint32Array>;
}

const numbers = (): GrowingNumbers<Uint32Array> => new GrowingNumbers((capacity) => new Uint32Array(capacity));
const rows = (): Rows => ({ terms: numbers(), units: numbers(), counts: numbers() });

/** Where in a path a term is: the values of the fifth count of a row of `files`. */
export const inFolder = 1;
export const inName = 2;

/** Occurrences in one field beyond this say no more. */
const maxCount = 65_535;

/** Unpacks the terms of all files into flat rows; held only while postings are built. */
export class GatheredRows {
  readonly table: TermTable;
  /** Five counts a row: symbols, comments, body, docs, and where in the path. */
  readonly files = rows();
  readonly chunks = rows();
  readonly paths = rows();
  readonly symbols = rows();
  readonly chunkLengths = numbers();
  readonly chunkStartLines = numbers();
  readonly firstChunks: number[] = [];
  /** Four numbers a file. */
  readonly fieldLengths: Uint32Array;
  readonly fileLines: Uint32Array;

  constructor(files: number, table: TermTable) {
    this.table = table;
    this.fieldLengths = new Uint32Array(files * 4);
    this.fileLines = new Uint32Array(files);
  }

  addFile(path: string, terms: Uint8Array | null): void {
    const file = this.firstChunks.length;
    const firstChunk = this.chunkLengths.length;
    this.firstChunks.push(firstChunk);
    const locations = this.addPath(file, path);
    let term = -1;
    if (terms !== null) {
      decodeTerms(terms, {
        header: (header) => this.addHeader(file, header),
        term: (hash, fields) => {
          term = this.table.add(hash);
          this.addFileRow({ term, file, fields, location: locations.get(term) ?? 0 });
          locations.delete(term);
        },
        chunk: (chunk, weight) => addRow(this.chunks, term, firstChunk + chunk, weight),
      });
    }
    for (const [left, location] of locations) this.addFileRow({ term: left, file, fields: [0, 0, 0, 0], location });
  }

  private addHeader(file: number, header: TermHeader): void {
    this.fileLines[file] = header.lines;
    for (const [field, length] of header.fieldLengths.entries()) {
      this.fieldLengths[file * 4 + field] = length;
    }
    for (const [chunk, start] of header.chunkStarts.entries()) {
      this.chunkLengths.push(header.chunkLengths[chunk] ?? 0);
      this.chunkStartLines.push(start);
    }
  }

  private addFileRow(row: { term: number; file: number; fields: readonly number[]; location: number }): void {
    this.files.terms.push(row.term);
    this.files.units.push(row.file);
    for (const count of row.fields) this.files.counts.push(Math.min(count, maxCount));
    this.files.counts.push(row.location);
    const named = row.fields[0] ?? 0;
    if (named > 0) addRow(this.symbols, row.term, row.file, named);
  }

  /** Terms of a path by number; the extension is no part of the name. */
  private addPath(file: number, path: string): Map<number, number> {
    const locations = new Map<number, number>();
    const slash = path.lastIndexOf("/");
    const dot = path.indexOf(".", slash + 2);
    const add = (text: string, position: number): void =>
      eachWord(text, 0, text.length, (word) => {
        for (const hash of termHashes(word)) {
          const term = this.table.add(hash);
          if ((locations.get(term) ?? 0) < position) locations.set(term, position);
        }
      });
    if (slash > 0) add(path.slice(0, slash), inFolder);
    add(path.slice(slash + 1, dot > slash ? dot : undefined), inName);
    for (const [term, position] of locations) addRow(this.paths, term, file, position);
    return locations;
  }
}

function addRow(target: Rows, term: number, unit: number, count: number): void {
  target.terms.push(term);
  target.units.push(unit);
  target.counts.push(count);
}
