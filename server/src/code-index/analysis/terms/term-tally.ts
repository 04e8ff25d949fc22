import { eachSpan } from "./split-words.ts";
import { WordTable } from "./word-table.ts";

const fieldCount = 4;
/** Beyond this many terms the next file starts with an empty table. */
const maxTerms = 400_000;
/** A term's number fits beside its hash into the 53 bits of an exact number. */
const numberRange = 2 ** 21;

export interface CountedTerm {
  hash: number;
  /** By field. */
  counts: number[];
  /** Pairs of chunk and weight, chunks ascending. */
  chunks: number[];
}

/** Counts of one file's terms. Held for a whole thread, since its arrays are large; `begin` empties it. */
export class TermTally {
  private table = new WordTable();
  /** Serial of the last file with the term. */
  private seenIn = new Int32Array(0);
  /** `fieldCount` numbers a term. */
  private counts = new Int32Array(0);
  /** The term's last entry in the three lists below, which form a chain by term; chunks ascend along it. */
  private lastEntries = new Int32Array(0);
  private readonly entryChunks: number[] = [];
  private readonly entryWeights: number[] = [];
  private readonly formerEntries: number[] = [];
  private entries = 0;
  private met: number[] = [];
  private file = 0;
  /** The field of the words being counted, and the weight of one of them in its chunk. */
  private field = 0;
  private chunk = 0;
  private weight = 1;
  /** Terms by field. */
  fieldLengths: number[] = [];
  /** Terms by chunk. */
  chunkLengths: number[] = [];

  begin(chunks: number): void {
    if (this.table.termHashes.length > maxTerms) this.table = new WordTable();
    this.file += 1;
    this.entries = 0;
    this.met = [];
    this.fieldLengths = [0, 0, 0, 0];
    this.chunkLengths = Array.from({ length: chunks }, () => 0);
  }

  /** Counts the words between the offsets. Chunks must not descend from call to call. */
  addText(text: string, origin: { start: number; end: number; field: number; chunk: number; weight: number }): void {
    const { table } = this;
    const { field, chunk, weight } = origin;
    this.field = field;
    this.chunk = chunk;
    this.weight = weight;
    let terms = 0;
    eachSpan(text, origin.start, origin.end, (from, to, hash) => {
      const found = table.find(text, from, to, hash);
      for (let at = 0; at < found.length; at += 1) this.addTerm(found[at] ?? 0);
      terms += found.length;
    });
    this.fieldLengths[field] = (this.fieldLengths[field] ?? 0) + terms;
    this.chunkLengths[chunk] = (this.chunkLengths[chunk] ?? 0) + terms * weight;
  }

  private addTerm(term: number): void {
    if (term >= this.seenIn.length) this.grow();
    if (this.seenIn[term] !== this.file) this.meet(term);
    const position = term * fieldCount + this.field;
    this.counts[position] = (this.counts[position] ?? 0) + 1;
    const last = this.lastEntries[term] ?? -1;
    if (last >= 0 && this.entryChunks[last] === this.chunk) {
      this.entryWeights[last] = (this.entryWeights[last] ?? 0) + this.weight;
      return;
    }
    const entry = this.entries;
    this.entries += 1;
    this.lastEntries[term] = entry;
    this.entryChunks[entry] = this.chunk;
    this.entryWeights[entry] = this.weight;
    this.formerEntries[entry] = last;
  }

  private meet(term: number): void {
    this.seenIn[term] = this.file;
    for (let at = term * fieldCount; at < (term + 1) * fieldCount; at += 1) this.counts[at] = 0;
    this.lastEntries[term] = -1;
    this.met.push(term);
  }

  private grow(): void {
    const capacity = Math.max(1 << 15, 2 ** Math.ceil(Math.log2(this.table.termHashes.length + 1)));
    this.seenIn = enlarged(this.seenIn, capacity);
    this.counts = enlarged(this.counts, capacity * fieldCount);
    this.lastEntries = enlarged(this.lastEntries, capacity);
  }

  get size(): number {
    return this.met.length;
  }

  /** All terms by ascending hash; the list of chunks and weights is used again for the next term. */
  eachTerm(visit: (term: CountedTerm) => void): void {
    const { met: matched, table } = this;
    const keys = new Float64Array(matched.length);
    for (let at = 0; at < matched.length; at += 1) {
      const term = matched[at] ?? 0;
      keys[at] = (table.termHashes[term] ?? 0) * numberRange + term;
    }
    keys.sort();
    const counted: CountedTerm = { hash: 0, counts: [0, 0, 0, 0], chunks: [] };
    for (let at = 0; at < keys.length; at += 1) {
      const key = keys[at] ?? 0;
      counted.hash = Math.floor(key / numberRange);
      const term = key - counted.hash * numberRange;
      for (let field = 0; field < fieldCount; field += 1)
        counted.counts[field] = this.counts[term * fieldCount + field] ?? 0;
      counted.chunks.length = 0;
      for (let entry = this.lastEntries[term] ?? -1; entry >= 0; entry = this.formerEntries[entry] ?? -1)
        counted.chunks.push(this.entryWeights[entry] ?? 0, this.entryChunks[entry] ?? 0);
      counted.chunks.reverse();
      visit(counted);
    }
  }
}

function enlarged(numbers: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(numbers);
  return larger;
}
