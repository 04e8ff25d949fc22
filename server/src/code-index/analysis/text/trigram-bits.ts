/**
 * A file's trigrams, three bytes in a row with ASCII letters in lower case, as a bit set in which each bit is shared by
 * several trigrams: a file that holds a text has all its bits set, a file that lacks it hardly ever. Three bits a
 * different trigram, about a tenth of the text. Depends on the text alone.
 */
export type TrigramBits = Uint8Array;

const hashBits = 18;
const hashCount = 1 << hashBits;
const bitsPerTrigram = 3;
const newline = 10;

/** Bytes with ASCII letters in lower case. */
const folded = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));
/** One for the thread: hashes seen in the text at hand. */
const seen = new Uint8Array(hashCount);
const distinct = new Uint32Array(hashCount);

/** Letters that are another case of an ASCII letter: a text with one of them may match where its bits say no. */
const strangeCases = [Buffer.from("\u212A"), Buffer.from("\u017F")];

/** The bits of a text as it is searched; null where they could not be relied on. */
export function markTrigrams(bytes: Buffer): TrigramBits | null {
  if (strangeCases.some((letter) => bytes.includes(letter))) return null;
  const count = collectHashes(bytes);
  const bits = new Uint8Array(Math.ceil((count * bitsPerTrigram) / 8));
  for (let at = 0; at < count; at += 1) {
    const hash = distinct[at] ?? 0;
    seen[hash] = 0;
    const bit = locationOf(hash, bits.length);
    bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return bits;
}

/** Whether a text with these bits may hold one with these trigrams. */
export function mayHold(bits: TrigramBits, hashes: Uint32Array): boolean {
  if (bits.length === 0) return hashes.length === 0;
  for (let at = 0; at < hashes.length; at += 1) {
    const bit = locationOf(hashes[at] ?? 0, bits.length);
    if (((bits[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}

/** The trigrams of a text that is looked for, each once. */
export function trigramsOf(bytes: Buffer): Uint32Array {
  const count = collectHashes(bytes);
  const hashes = distinct.slice(0, count);
  for (const hash of hashes) seen[hash] = 0;
  return hashes;
}

/** Fills `distinct` and leaves marks in `seen`, which the caller takes away. No line break is part of a trigram. */
function collectHashes(bytes: Uint8Array): number {
  let count = 0;
  let window = 0;
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === newline) {
      length = 0;
      continue;
    }
    window = ((window << 8) | (folded[byte] ?? 0)) & 0xffffff;
    length += 1;
    if (length < 3) continue;
    const hash = Math.imul(window, 0x9e3779b1) >>> (32 - hashBits);
    if (seen[hash] !== 0) continue;
    seen[hash] = 1;
    distinct[count] = hash;
    count += 1;
  }
  return count;
}

function locationOf(hash: number, bytes: number): number {
  return Math.floor((hash * bytes * 8) / hashCount);
}
