import { termHashes } from "./split-words.ts";

/** Longer runs of word characters are data, not words. */
const maxWordLength = 64;
const firstCapacity = 1 << 15;

/**
 * Words seen so far, each with the numbers of its terms. A word is looked up by its position in a text, so that none of
 * the millions of words of a repository has to be cut out as a string, only those never seen before.
 */
export class WordTable {
  /** Hash of each term by its number. */
  readonly termHashes: number[] = [];
  private readonly numbers = new Map<number, number>();
  private readonly words: string[] = [];
  private readonly hashes: number[] = [];
  private readonly terms: (readonly number[])[] = [];
  private slots = new Int32Array(firstCapacity).fill(-1);

  /** Numbers of the terms of the word between the offsets, whose hash `eachSpan` gave; the array is the table's own. */
  find(text: string, from: number, to: number, hash: number): readonly number[] {
    if (to - from > maxWordLength) return noTerms;
    const mask = this.slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let word = this.slots[slot] ?? -1; word >= 0; word = this.slots[slot] ?? -1) {
      if (this.hashes[word] === hash && isSame(this.words[word] ?? "", text, from, to))
        return this.terms[word] ?? noTerms;
      slot = (slot + 1) & mask;
    }
    return this.learn(copyOf(text, from, to), hash, slot);
  }

  private learn(word: string, hash: number, slot: number): readonly number[] {
    const terms = termHashes(word).map((term) => this.numberOf(term));
    this.slots[slot] = this.words.length;
    this.words.push(word);
    this.hashes.push(hash);
    this.terms.push(terms);
    if (this.words.length * 2 > this.slots.length) this.grow();
    return terms;
  }

  private numberOf(hash: number): number {
    const known = this.numbers.get(hash);
    if (known !== undefined) return known;
    const number = this.termHashes.length;
    this.termHashes.push(hash);
    this.numbers.set(hash, number);
    return number;
  }

  private grow(): void {
    this.slots = new Int32Array(this.slots.length * 2).fill(-1);
    const mask = this.slots.length - 1;
    for (let word = 0; word < this.hashes.length; word += 1) {
      const hash = this.hashes[word] ?? 0;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while ((this.slots[slot] ?? -1) >= 0) slot = (slot + 1) & mask;
      this.slots[slot] = word;
    }
  }
}

const noTerms: readonly number[] = [];

function isSame(word: string, text: string, from: number, to: number): boolean {
  return word.length === to - from && text.startsWith(word, from);
}

/** A string of its own: a slice would keep the whole text alive. */
function copyOf(text: string, from: number, to: number): string {
  const codes: number[] = [];
  for (let at = from; at < to; at += 1) codes.push(text.charCodeAt(at));
  return String.fromCharCode(...codes);
}
