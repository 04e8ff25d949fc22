/** Size of ripgrep's line buffer; a NUL ends its search before the read that contains it. */
const bufferBytes = 64 * 1024;
/** ripgrep's first read: enough to see a byte order mark. */
const firstReadBytes = 3;
const newline = 10;

/**
 * The bytes of a file that ripgrep would search: UTF-16 with a byte order mark becomes UTF-8, a byte order mark of
 * UTF-8 is removed, and binary content is left out.
 */
export function toSearchableText(bytes: Buffer): Buffer {
  const text = decodeByteOrderMark(bytes);
  const end = text.indexOf(0);
  return end === -1 ? text : text.subarray(0, searchedBefore(text, end));
}

function decodeByteOrderMark(bytes: Buffer): Buffer {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return Buffer.from(new TextDecoder("utf-16le").decode(bytes));
  if (first === 0xfe && second === 0xff) return Buffer.from(new TextDecoder("utf-16be").decode(bytes));
  return first === 0xef && second === 0xbb && third === 0xbf ? bytes.subarray(3) : bytes;
}

/**
 * Offset up to which ripgrep has searched whole lines before it reads the NUL at `binaryAt`. Its buffer keeps an
 * unfinished last line, and doubles when one line fills it.
 */
function searchedBefore(text: Buffer, binaryAt: number): number {
  let capacity = bufferBytes;
  let searched = 0;
  let read = 0;
  for (;;) {
    if (read - searched === capacity) capacity *= 2;
    const next = Math.min(text.length, read === 0 ? firstReadBytes : searched + capacity);
    if (binaryAt < next) return searched;
    const lineBreak = text.lastIndexOf(newline, next - 1);
    if (lineBreak >= read) searched = lineBreak + 1;
    read = next;
  }
}
