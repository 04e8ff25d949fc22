/** Consecutive characters that all match, or all do not. */
interface MatchedPart {
  /** Offset in the text. */
  from: number;
  text: string;
  isMatch: boolean;
}

/**
 * Splits a text at the bounds of its matches. `matches` are ascending offsets; offsets outside the text are ignored.
 */
export function splitMatches(text: string, matches: readonly number[]): MatchedPart[] {
  const matching = new Set(matches);
  const parts: MatchedPart[] = [];
  for (let offset = 0; offset < text.length; offset += 1) {
    const isMatch = matching.has(offset);
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += text[offset];
    else parts.push({ from: offset, text: text.charAt(offset), isMatch });
  }
  return parts;
}
