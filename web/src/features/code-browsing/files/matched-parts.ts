/** A run of letters that all matched or all did not. */
interface MatchedPart {
  /** Offset in the text. */
  from: number;
  text: string;
  isMatch: boolean;
}

/** Cuts a text where matching begins and ends; `matches` are ascending offsets, others are ignored. */
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
