/** Words to be found, with marks at their hashes. */
export interface WordFinder {
  words: ReadonlySet<string>;
  marks: Uint8Array;
}

const mask = 0xffff;

/** Of words in lower case, of letters, digits and underscores. */
export function wordFinder(words: readonly string[]): WordFinder {
  const marks = new Uint8Array(mask + 1);
  for (const word of words) {
    let hash = 0;
    for (let at = 0; at < word.length; at += 1) hash = (Math.imul(hash, 31) + (word.charCodeAt(at) | 32)) | 0;
    marks[hash & mask] = 1;
  }
  return { words: new Set(words), marks };
}

/** Positions of one word that are kept. */
const maxPositions = 200;

/**
 * Where the words stand in the text, in any case. One walk: a pattern of them all would cost some twenty times that.
 */
export function findWords({ words, marks }: WordFinder, text: string): Map<string, number[]> {
  const found = new Map<string, number[]>();
  let hash = 0;
  let start = -1;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    const lower = code | 32;
    if ((lower >= 97 && lower <= 122) || (code >= 48 && code <= 57) || code === 95) {
      if (start < 0) {
        start = at;
        hash = 0;
      }
      hash = (Math.imul(hash, 31) + lower) | 0;
    } else if (start >= 0) {
      if (marks[hash & mask] === 1) {
        const word = text.slice(start, at).toLowerCase();
        if (words.has(word)) {
          const positions = found.get(word) ?? [];
          if (positions.length === 0) found.set(word, positions);
          if (positions.length < maxPositions) positions.push(start);
        }
      }
      start = -1;
    }
  }
  return found;
}
