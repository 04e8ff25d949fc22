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
 * Splits the coloured pieces of a text at the bounds of the marked ranges. The pieces must make up the whole text;
 * ranges may exceed it and may overlap.
 */
export function splitMarkedParts(
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
