import type { TermTally } from "./term-tally.ts";

/**
 * Packs counted terms into variable-length integers: header, then per term the distance to the former hash, a byte of
 * flags, counts where they are not 1, and the chunks.
 */
export function encodeTerms(tally: TermTally, file: { lines: number; chunkStarts: readonly number[] }): Uint8Array {
  const out = writer;
  out.begin();
  out.write(file.lines);
  out.write(file.chunkStarts.length);
  let last = 0;
  for (const [chunk, start] of file.chunkStarts.entries()) {
    out.write(start - last);
    out.write(tally.chunkLengths[chunk] ?? 0);
    last = start;
  }
  for (const length of tally.fieldLengths) out.write(length);
  out.write(tally.size);
  const isWhole = file.chunkStarts.length === 1;
  let lastHash = 0;
  tally.eachTerm(({ hash, counts, chunks }) => {
    out.write(hash - lastHash);
    lastHash = hash;
    writeCounts(out, counts, chunks.length === 2);
    if (!isWhole) writeChunks(out, chunks);
  });
  return out.finish();
}

/** Flags: a bit for each field present, one when every count is 1, one when a single chunk holds the term. */
function writeCounts(out: ByteWriter, counts: readonly number[], isInOneChunk: boolean): void {
  let flags = isInOneChunk ? 32 : 0;
  let isPlain = true;
  for (let field = 0; field < counts.length; field += 1) {
    const count = counts[field] ?? 0;
    if (count > 0) flags |= 1 << field;
    if (count > 1) isPlain = false;
  }
  out.write(flags | (isPlain ? 16 : 0));
  if (!isPlain) for (const count of counts) if (count > 0) out.write(count);
}

/** Pairs of chunk and weight, ascending. */
function writeChunks(out: ByteWriter, chunks: readonly number[]): void {
  if (chunks.length > 2) out.write(chunks.length / 2);
  let lastChunk = 0;
  for (let at = 0; at < chunks.length; at += 2) {
    const weight = chunks[at + 1] ?? 1;
    const distance = (chunks[at] ?? 0) - lastChunk;
    lastChunk = chunks[at] ?? 0;
    out.write(distance * 2 + (weight > 1 ? 1 : 0));
    if (weight > 1) out.write(weight);
  }
}

class ByteWriter {
  private bytes = new Uint8Array(1 << 16);
  private length = 0;

  begin(): void {
    this.length = 0;
  }

  write(value: number): void {
    if (this.length + 6 > this.bytes.length) {
      const larger = new Uint8Array(this.bytes.length * 2);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    let rest = value;
    while (rest > 127) {
      this.bytes[this.length] = (rest % 128) | 128;
      this.length += 1;
      rest = Math.floor(rest / 128);
    }
    this.bytes[this.length] = rest;
    this.length += 1;
  }

  /** A copy of the bytes written so far. */
  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}

/** One for the thread: files are packed one after the other. */
const writer = new ByteWriter();
