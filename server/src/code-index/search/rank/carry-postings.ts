import { buildPostings, withNorms } from "./postings.ts";
import type { FileMeasures, Postings, PostingSource, TermPostings } from "./postings.ts";

/** Beyond this share of new files, or of terms that no file has any more, building anew is as quick. */
const carriedShare = 0.25;

/**
 * Postings of a list of files most of which an earlier list had too; the same as building them again, except for terms
 * that no file has any more. `formerNumbers` gives each file's number in the former list, -1 where its path or its
 * content was not there; former files must keep their order. `source` is read for the others alone.
 */
export function carryPostings(
  former: Postings,
  { formerNumbers, source }: { formerNumbers: Int32Array; source: (file: number) => PostingSource },
): Postings | null {
  const fresh: number[] = [];
  for (const [file, number] of formerNumbers.entries()) if (number < 0) fresh.push(file);
  if (fresh.length > formerNumbers.length * carriedShare) return null;
  if (countUnused(former) > former.table.size * carriedShare) return null;
  const added = buildPostings(fresh.map(source), former.table);
  const parts: [PostingsPart, PostingsPart] = [newPart(former), newPart(added)];
  let next = 0;
  const origins = Array.from(formerNumbers, (number, file): Origin => {
    const origin = number >= 0 ? { part: parts[0], file: number } : { part: parts[1], file: next };
    if (number < 0) next += 1;
    origin.part.files[origin.file] = file;
    return origin;
  });
  const measures = mergeMeasures(origins);
  const terms = former.table.size;
  const merge = (list: "files" | "chunks" | "paths" | "symbols", units: "files" | "chunks"): TermPostings => {
    const [one, other] = parts;
    return mergeLists(
      terms,
      { postings: one.postings[list], numbers: one[units] },
      { postings: other.postings[list], numbers: other[units] },
    );
  };
  return withNorms({
    table: former.table,
    files: merge("files", "files"),
    chunks: merge("chunks", "chunks"),
    paths: merge("paths", "files"),
    symbols: merge("symbols", "files"),
    measures,
  });
}

/** One of the two sets of postings, with the new number of each of its files and chunks; -1 for those that go. */
interface PostingsPart {
  postings: Postings;
  files: Int32Array;
  chunks: Int32Array;
}

function newPart(postings: Postings): PostingsPart {
  return {
    postings,
    files: new Int32Array(postings.fileCount).fill(-1),
    chunks: new Int32Array(postings.measures.chunkLengths.length).fill(-1),
  };
}

function countUnused({ files, table }: Postings): number {
  let used = 0;
  for (let term = 0; term + 1 < files.starts.length; term += 1)
    if ((files.starts[term + 1] ?? 0) > (files.starts[term] ?? 0)) used += 1;
  return table.size - used;
}

/** Where a file of the new list comes from, with its number there. */
interface Origin {
  part: PostingsPart;
  file: number;
}

/** Lays lengths and lines of both parts out in the new order and notes the new number of every chunk. */
function mergeMeasures(origins: readonly Origin[]): FileMeasures {
  const files = origins.length;
  const firstChunks = new Uint32Array(files + 1);
  for (const [number, { part, file }] of origins.entries()) {
    const [start, end] = chunksOf(part.postings, file);
    firstChunks[number + 1] = (firstChunks[number] ?? 0) + end - start;
  }
  const chunks = firstChunks[files] ?? 0;
  const merged = {
    fileLines: new Uint32Array(files),
    fieldLengths: new Uint32Array(files * 4),
    firstChunks,
    chunkStartLines: new Uint32Array(chunks),
    chunkLengths: new Uint32Array(chunks),
  };
  for (const [number, { part, file }] of origins.entries()) {
    const { measures } = part.postings;
    merged.fileLines[number] = measures.fileLines[file] ?? 0;
    merged.fieldLengths.set(measures.fieldLengths.subarray(file * 4, file * 4 + 4), number * 4);
    const [start, end] = chunksOf(part.postings, file);
    const first = firstChunks[number] ?? 0;
    merged.chunkStartLines.set(measures.chunkStartLines.subarray(start, end), first);
    merged.chunkLengths.set(measures.chunkLengths.subarray(start, end), first);
    for (let chunk = start; chunk < end; chunk += 1) part.chunks[chunk] = first + chunk - start;
  }
  return merged;
}

function chunksOf({ measures }: Postings, file: number): [number, number] {
  return [measures.firstChunks[file] ?? 0, measures.firstChunks[file + 1] ?? 0];
}

interface NumberedList {
  postings: TermPostings;
  numbers: Int32Array;
}

/** Both lists ascend by unit within each term and keep ascending under their new numbers, so one pass merges them. */
function mergeLists(terms: number, former: NumberedList, added: NumberedList): TermPostings {
  const width = Math.max(former.postings.width, added.postings.width);
  const locations = former.postings.units.length + added.postings.units.length;
  const starts = new Uint32Array(terms + 1);
  const units = new Uint32Array(locations);
  const counts =
    former.postings.counts instanceof Uint16Array
      ? new Uint16Array(locations * width)
      : new Uint32Array(locations * width);
  let at = 0;
  const take = (list: NumberedList, position: number): void => {
    const unit = list.numbers[list.postings.units[position] ?? 0] ?? -1;
    if (unit < 0) return;
    units[at] = unit;
    for (let column = 0; column < width; column += 1)
      counts[at * width + column] = list.postings.counts[position * width + column] ?? 0;
    at += 1;
  };
  for (let term = 0; term < terms; term += 1) {
    let position = former.postings.starts[term] ?? 0;
    const end = former.postings.starts[term + 1] ?? position;
    let addedPosition = added.postings.starts[term] ?? 0;
    const addedEnd = added.postings.starts[term + 1] ?? addedPosition;
    for (; addedPosition < addedEnd; addedPosition += 1) {
      const next = added.numbers[added.postings.units[addedPosition] ?? 0] ?? -1;
      for (; position < end && (former.numbers[former.postings.units[position] ?? 0] ?? -1) < next; position += 1)
        take(former, position);
      take(added, addedPosition);
    }
    for (; position < end; position += 1) take(former, position);
    starts[term + 1] = at;
  }
  return { starts, units: units.subarray(0, at), counts: counts.subarray(0, at * width), width };
}
