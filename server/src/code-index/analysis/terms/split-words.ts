const maxWordLength = 64;
const cacheLimit = 200_000;
const termHashBits = 26;
const hashFactor = 0x01000193;

/** English words that do not help to find code; left out of index and query alike. */
const stopWords = new Set(
  "a an the and or of to in is it its for with that this these those be been as on at by from not no are was were if then else when while we you i he they them can could should would will has have had do does did but so than there here which who what how why where into out up about also just very any all some more most such only own same too our your their my me us via per".split(
    " ",
  ),
);

const hashesByWord = new Map<string, readonly number[]>();

/**
 * Hashes of the terms in one run of word characters: its parts by case, underscore and digits, stemmed, and the whole
 * joined. Terms are known by their hashes throughout: no vocabulary to keep, and content gives the same bytes always.
 */
export function termHashes(word: string): readonly number[] {
  const known = hashesByWord.get(word);
  if (known !== undefined) return known;
  const hashes = word.length > maxWordLength ? [] : splitIdentifier(word).map((term) => hashTerm(term));
  if (hashesByWord.size >= cacheLimit) hashesByWord.clear();
  hashesByWord.set(word, hashes);
  return hashes;
}

/** Marks are part of the letter before them, as in Thai and Hindi. */
const anyParts = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\d+/gu;
/** The same for words without any other letter, which is nearly all of them. */
const asciiParts = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

function isAscii(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) if (word.charCodeAt(at) > 127) return false;
  return true;
}

/** Terms of one run of word characters, as text. The joined form comes last and only where there are parts. */
export function splitIdentifier(word: string): string[] {
  const parts = word.match(isAscii(word) ? asciiParts : anyParts) ?? [];
  const terms: string[] = [];
  for (const part of parts) {
    const lower = part.toLowerCase();
    if (lower.length < 2 || stopWords.has(lower)) continue;
    const term = stem(lower);
    if (!terms.includes(term)) terms.push(term);
  }
  if (parts.length > 1) {
    const joined = parts.join("").toLowerCase();
    if (!terms.includes(joined)) terms.push(joined);
  }
  return terms;
}

/** Light English stemming, so that "caching", "cached" and "caches" match "cache". */
export function stem(word: string): string {
  if (word.length < 4 || !/[sgdey]$/.test(word) || /\d/.test(word)) return word;
  let root = word;
  if (/(?:[^aeiou]|^..+)ies$/.test(root)) root = `${root.slice(0, -3)}y`;
  else if (/(?:ss|x|ch|sh|z)es$/.test(root)) root = root.slice(0, -2);
  else if (/[^sui]s$/.test(root)) root = root.slice(0, -1);
  if (/[aeiouy].*ing$/.test(root) && root.length > 5) root = undoubled(root.slice(0, -3));
  else if (/[aeiouy].*[^e]ed$/.test(root) && root.length > 4) root = undoubled(root.slice(0, -2));
  if (root.length > 4 && root.endsWith("e")) root = root.slice(0, -1);
  if (root.length > 3 && /[^aeiou]y$/.test(root)) root = `${root.slice(0, -1)}i`;
  return root;
}

function undoubled(root: string): string {
  return /([bdfgmnprt])\1$/.test(root) ? root.slice(0, -1) : root;
}

/**
 * FNV-1a with a final mix. Few enough bits that the distances between the terms of a usual file take three bytes, and
 * so many that of a hundred thousand terms hardly one in a thousand shares its hash with another.
 */
export function hashTerm(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at += 1) {
    hash ^= term.charCodeAt(at);
    hash = Math.imul(hash, hashFactor);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 13;
  return hash >>> (32 - termHashBits);
}

/** 1 for ASCII word characters: letters, digits, underscore. */
const isWordCode = new Uint8Array(128);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
  isWordCode[char.charCodeAt(0)] = 1;

/** First and last letters of scripts whose words stand without blanks, or carry their endings as Korean does. */
const unspacedScripts: readonly (readonly [number, number])[] = [
  // Thai and Lao, Myanmar, Khmer.
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  // Kana, Chinese characters, Hangul, kana of half width.
  [0x3040, 0x30fa],
  [0x30fc, 0x30ff],
  [0x3400, 0x9fff],
  [0xac00, 0xd7af],
  [0xf900, 0xfaff],
  [0xff66, 0xff9f],
];

function isUnspaced(code: number): boolean {
  return code >= 0x0e00 && unspacedScripts.some(([first, last]) => code >= first && code <= last);
}

/** Beyond ASCII: neither signs of Latin-1, nor punctuation, nor punctuation of full width. */
function isWideWordCode(code: number): boolean {
  if (code <= 0xbf || code === 0xd7 || code === 0xf7 || (code >= 0x2000 && code <= 0x303f)) return false;
  const isFullWidth = code >= 0xff00 && code < 0xff66;
  return !isFullWidth || /[\p{L}\p{N}]/u.test(String.fromCharCode(code));
}

/**
 * Calls back for each run of word characters of two or more between the offsets. Of scripts without blanks between words
 * each two neighbouring letters are a run: no dictionary is asked, and a question meets a comment whatever stands around.
 */
export function eachWord(text: string, start: number, end: number, visit: (word: string) => void): void {
  eachSpan(text, start, end, (from, to) => visit(text.slice(from, to)));
}

/** The same with the offsets of each run, its end left out, and a 32-bit hash of its characters. */
export function eachSpan(
  text: string,
  start: number,
  end: number,
  visit: (from: number, to: number, hash: number) => void,
): void {
  let hash = 0;
  let from = -1;
  /** The letter before this one, where its script sets no blanks; else 0. */
  let neighbour = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    const unspaced = code < 128 || !isUnspaced(code) ? 0 : code;
    if (unspaced === 0 && (code < 128 ? isWordCode[code] === 1 : isWideWordCode(code))) {
      if (from < 0) from = at;
      hash = (Math.imul(hash, hashFactor) ^ code) | 0;
    } else if (from >= 0) {
      if (at - from > 1) visit(from, at, hash);
      from = -1;
      hash = 0;
    }
    if (unspaced !== 0 && neighbour !== 0) visit(at - 1, at + 1, (Math.imul(neighbour, hashFactor) ^ unspaced) | 0);
    neighbour = unspaced;
  }
  if (from >= 0 && end - from > 1) visit(from, end, hash);
}
