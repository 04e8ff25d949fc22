import { isAscii, isUtf8 } from "node:buffer";

import { analyse } from "chardet";

/** Text of a file with the encoding it was read by. */
export interface DecodedText {
  text: string;
  /** Name by the Encoding Standard, as `TextDecoder` takes it. */
  encoding: string;
}

/** Git's own rule: a NUL byte this near the start makes a file binary. */
const inspectedBytes = 8000;
const newline = 10;

/** Any bytes are text in it, so it is right for most files of Western Europe and readable for all others. */
const fallback = "windows-1252";

/**
 * Encodings that can be detected with certainty, and from which confidence on, of 100. Those of Central Europe are
 * not among them: the same bytes are as likely Western European.
 */
const detectable: Record<string, number> = {
  Shift_JIS: 90,
  "EUC-JP": 90,
  "EUC-KR": 90,
  Big5: 90,
  GB18030: 90,
  "windows-1251": 40,
  "KOI8-R": 40,
};
/** Fewer bytes beyond ASCII are no ground to guess by. */
const leastForeignBytes = 8;
/** More of them make a guess no better. */
const mostForeignBytes = 32_768;

/**
 * The text of a file, whatever it is encoded in; null for binary content. Index, ledger and views all read files by
 * this function, so that their lines and the hashes of lines are the same. A byte order mark of UTF-8 stays in the
 * text.
 */
export function decodeText(bytes: Buffer): DecodedText | null {
  const encoding = detectEncoding(bytes);
  return encoding === null ? null : { text: decodeAs(bytes, encoding), encoding };
}

/** The encoding of a file's content; null for binary content. */
export function detectEncoding(bytes: Buffer): string | null {
  const wide = wideEncodingOf(bytes);
  if (wide !== null) return canDecode(bytes, wide) && !decodeAs(bytes, wide).includes("\0") ? wide : null;
  if (bytes.subarray(0, inspectedBytes).includes(0)) return null;
  return isUtf8(bytes) || isDamagedUtf8(bytes) ? "utf-8" : detectLegacy(bytes);
}

/** A part of a file that was found to be of this encoding. */
export function decodeAs(bytes: Buffer, encoding: string): string {
  return encoding === "utf-8" ? bytes.toString("utf8") : new TextDecoder(encoding).decode(bytes);
}

/** UTF-16 is known by its byte order mark alone. */
function wideEncodingOf([first, second]: Buffer): string | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

function canDecode(bytes: Buffer, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** A few broken bytes must not make all other characters of the file unreadable. */
function isDamagedUtf8(bytes: Buffer): boolean {
  const foreign = bytes.toString("utf8").match(/[^\0-\x7f]/gu) ?? [];
  const broken = foreign.filter((character) => character === "\uFFFD").length;
  return foreign.length > 2 * broken;
}

function detectLegacy(bytes: Buffer): string {
  const sample = foreignLines(bytes);
  if (countForeign(sample) < leastForeignBytes) return fallback;
  const [best] = analyse(sample);
  const least = best && detectable[best.name];
  if (!best || least === undefined || best.confidence < least || !canDecode(bytes, best.name)) return fallback;
  return best.name.toLowerCase();
}

/** The lines that are not ASCII: all others would only dilute the guess. */
function foreignLines(bytes: Buffer): Buffer {
  const lines: Buffer[] = [];
  let size = 0;
  for (let start = 0; start < bytes.length && size < mostForeignBytes;) {
    const lineBreak = bytes.indexOf(newline, start);
    const end = lineBreak === -1 ? bytes.length : lineBreak + 1;
    const line = bytes.subarray(start, end);
    if (!isAscii(line)) {
      lines.push(line.subarray(0, mostForeignBytes));
      size += line.length;
    }
    start = end;
  }
  return Buffer.concat(lines);
}

function countForeign(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) if (byte > 0x7f) count += 1;
  return count;
}
