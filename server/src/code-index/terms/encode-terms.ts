import type { CountedTerms } from "./count-terms.ts";

/**
 * Packs counted terms into variable-length integers: header, then per term the distance to the former hash, a byte of
 * flags, counts where they are not 1, and the chunks.
 */
export function encodeTerms(counted: CountedTerms): Uint8Array {
  const out = new ByteWriter(256 + counted.terms.length * 8);
  out.write(counted.lines);
  out.write(counted.chunkStarts.length);
  let last = 0;
  for (const [chunk, start] of counted.chunkStarts.entries()) {
    out.write(start - last);
    out.write(counted.chunkLengths[chunk] ?? 0);
    last = start;
  }
  for (const length of counted.fieldLengths) out.write(length);
  out.write(counted.terms.length);
  let lastHash = 0;
  for (const { hash, fields, chunks } of counted.terms) {
    out.write(hash - lastHash);
    lastHash = hash;
    const present = fields.reduce((flags, count, field) => (count > 0 ? flags | (1 << field) : flags), 0);
    const isPlain = fields.every((count) => count < 2);
    out.write(present | (isPlain ? 16 : 0) | (chunks.length === 2 ? 32 : 0));
    if (!isPlain) for (const count of fields) if (count > 0) out.write(count);
    if (counted.chunkStarts.length === 1) continue;
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
  return out.finish();
}

class ByteWriter {
  private bytes: Uint8Array;
  private length = 0;

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity);
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

  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}
