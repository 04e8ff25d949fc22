/** Reads packed terms in one pass, handing numbers out as they come so that nothing is built in between. */
export interface TermVisitor {
  /** Once, first. Arrays are reused by the next call of `decodeTerms`. */
  header(header: TermHeader): void;
  term(hash: number, fields: readonly number[]): void;
  /** After its `term`, once for each chunk that holds it. */
  chunk(chunk: number, weight: number): void;
}

export interface TermHeader {
  lines: number;
  chunkStarts: number[];
  chunkLengths: number[];
  fieldLengths: number[];
  terms: number;
}

/** Walks one blob's packed terms; bytes come from `encodeTerms`. */
export function decodeTerms(bytes: Uint8Array, visitor: TermVisitor): void {
  let at = 0;
  const read = (): number => {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = bytes[at] ?? 0;
      at += 1;
      if (byte < 128) return value + byte * factor;
      value += (byte - 128) * factor;
      factor *= 128;
    }
  };
  const lines = read();
  const chunkCount = read();
  const chunkStarts: number[] = [];
  const chunkLengths: number[] = [];
  let start = 0;
  for (let chunk = 0; chunk < chunkCount; chunk += 1) {
    start += read();
    chunkStarts.push(start);
    chunkLengths.push(read());
  }
  const fieldLengths = [read(), read(), read(), read()];
  const terms = read();
  visitor.header({ lines, chunkStarts, chunkLengths, fieldLengths, terms });
  const fields = [0, 0, 0, 0];
  let hash = 0;
  for (let term = 0; term < terms; term += 1) {
    hash += read();
    const flags = read();
    for (let field = 0; field < 4; field += 1) {
      fields[field] = (flags & (1 << field)) === 0 ? 0 : (flags & 16) === 0 ? read() : 1;
    }
    visitor.term(hash, fields);
    if (chunkCount === 1) {
      visitor.chunk(0, (fields[0] ?? 0) * 2 + (fields[1] ?? 0) + (fields[2] ?? 0) + (fields[3] ?? 0));
      continue;
    }
    let chunk = 0;
    for (let left = (flags & 32) === 0 ? read() : 1; left > 0; left -= 1) {
      const distance = read();
      chunk += Math.floor(distance / 2);
      visitor.chunk(chunk, distance % 2 === 1 ? read() : 1);
    }
  }
}
