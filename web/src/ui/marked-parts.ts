/** [from, to) in UTF-16 units. */
export type TextRange = readonly [from: number, to: number];

export interface MarkedPart {
  /** Offset in the text. */
  from: number;
  text: string;
  color: string | undefined;
  isMarked: boolean;
}

/**
 * Cuts coloured pieces of a text where marks begin and end. The pieces must make up the text; ranges may lie beyond it
 * and may overlap.
 */
export function markedParts(
  pieces: readonly { text: string; color: string | undefined }[],
  ranges: readonly TextRange[],
): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let offset = 0;
  for (const { text, color } of pieces) {
    const end = offset + text.length;
    const bounds = ranges.flat().filter((bound) => bound > offset && bound < end);
    const cuts = [...new Set([offset, ...bounds, end])].sort((one, other) => one - other);
    for (const [index, from] of cuts.entries()) {
      const to = cuts[index + 1];
      if (to === undefined) break;
      const isMarked = ranges.some(([start, stop]) => start <= from && to <= stop);
      parts.push({ from, text: text.slice(from - offset, to - offset), color, isMarked });
    }
    offset = end;
  }
  return parts;
}
