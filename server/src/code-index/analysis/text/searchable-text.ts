/** ripgrep reads this much at once; a NUL ends its search before the piece that holds it. */
const pieceBytes = 64 * 1024;
/** It looks at these first, for a mark. */
const firstPieceBytes = 3;
const newline = 10;

/**
 * The bytes of a file that ripgrep would search: UTF-16 with a byte order mark becomes UTF-8, that of UTF-8 is removed,
 * and binary content is left out.
 */
export function toSearchableText(bytes: Buffer): Buffer {
  const text = withoutMark(bytes);
  const end = text.indexOf(0);
  return end === -1 ? text : text.subarray(0, endBefore(text, end));
}

function withoutMark(bytes: Buffer): Buffer {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return Buffer.from(new TextDecoder("utf-16le").decode(bytes));
  if (first === 0xfe && second === 0xff) return Buffer.from(new TextDecoder("utf-16be").decode(bytes));
  return first === 0xef && second === 0xbb && third === 0xbf ? bytes.subarray(3) : bytes;
}

/** How far whole lines were read before the piece with the NUL at `binaryAt`. */
function endBefore(text: Buffer, binaryAt: number): number {
  let capacity = pieceBytes;
  let searched = 0;
  let read = 0;
  for (;;) {
    if (read - searched === capacity) capacity *= 2;
    const next = Math.min(text.length, read === 0 ? firstPieceBytes : searched + capacity);
    if (binaryAt < next) return searched;
    const lineBreak = text.lastIndexOf(newline, next - 1);
    if (lineBreak >= read) searched = lineBreak + 1;
    read = next;
  }
}
