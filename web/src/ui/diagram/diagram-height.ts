/** Height of the buttons above a drawing and its padding. */
export const diagramFramePx = 70;

const smallPx = 208;
const flowPx = 336;
const fullPx = 528;
/** A source with at most this many lines renders as a few boxes. */
const manyLines = 12;

/** Estimates the rendered height of a diagram in a wide window, to reduce layout shift. */
export function estimateDiagramHeight(source: string): number {
  if (source.trim().split("\n").length <= manyLines) return smallPx;
  // Flows spread in both directions; tables, messages and states mostly grow downwards.
  return /^\s*(flowchart|graph)\b/m.test(source) ? flowPx : fullPx;
}
