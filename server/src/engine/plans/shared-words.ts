import { isWeakWord, stem, subjectWords } from "#server/engine/intent/words.ts";

/** Words that say what a text is about, by their stems, in order. */
export function tellingStems(text: string): string[] {
  const words = subjectWords(text).filter((word) => word.length > 2 && !isWeakWord(word) && !/^\d+$/.test(word));
  return [...new Set(words.map(stem))];
}

/** How many telling words two texts share. */
export function countShared(one: string, other: string): number {
  const words = new Set(tellingStems(other));
  return tellingStems(one).filter((word) => words.has(word)).length;
}
