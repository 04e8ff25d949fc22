import { isUnspaced, segmentText } from "./segment-words.ts";

/** The words of a text in any script, in order; of scripts that set blanks, those of at least two letters. */
export function proseWords(text: string): string[] {
  if (!isUnspaced(text)) return text.split(/\s+/).filter((word) => /\p{L}{2,}/u.test(word));
  return segmentText(text).filter((word) => /\p{L}/u.test(word));
}
