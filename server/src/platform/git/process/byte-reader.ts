import type { Readable } from "node:stream";

/** Reads a stream by lines, by NUL-ended pieces and by counted bytes, without copying it whole. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** The bytes before the next `delimiter`, which is taken away too; null at the end of the stream. */
  async readUntil(delimiter: number): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    for (;;) {
      const end = this.#rest.indexOf(delimiter);
      if (end !== -1) {
        parts.push(this.#rest.subarray(0, end));
        this.#rest = this.#rest.subarray(end + 1);
        return parts.length === 1 ? (parts[0] ?? null) : Buffer.concat(parts);
      }
      parts.push(this.#rest);
      if (!(await this.#refill())) return parts.every((part) => part.length === 0) ? null : Buffer.concat(parts);
    }
  }

  /** Exactly `size` bytes; throws when the stream ends before. */
  async readBytes(size: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(size);
    let filled = 0;
    while (filled < size) {
      if (this.#rest.length === 0 && !(await this.#refill()))
        throw new Error("The stream ended in the middle of a record.");
      const copied = this.#rest.copy(bytes, filled);
      this.#rest = this.#rest.subarray(copied);
      filled += copied;
    }
    return bytes;
  }

  async #refill(): Promise<boolean> {
    const next = await this.#chunks.next();
    this.#rest = next.done === true ? Buffer.alloc(0) : next.value;
    return next.done !== true;
  }
}
