/** The code point that begins at `at` with a byte of 128 or more; -1 where the bytes are no UTF-8. */
export function decodeAt(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || at + length > end) return -1;
  let codePoint = lead & (0x7f >> length);
  for (let next = 1; next < length; next += 1) {
    const byte = bytes[at + next] ?? 0;
    if (byte < 0x80 || byte > 0xbf) return -1;
    codePoint = codePoint * 64 + (byte & 0x3f);
  }
  const isShortest = length === 2 || codePoint >= (length === 3 ? 0x800 : 0x10000);
  const isCharacter = codePoint <= 0x10ffff && (codePoint < 0xd800 || codePoint > 0xdfff);
  return isShortest && isCharacter ? codePoint : -1;
}
