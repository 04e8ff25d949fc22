/** Buttons above a drawing and the room around it. */
export const diagramFramePx = 70;

const smallPx = 208;
const flowPx = 336;
const fullPx = 528;
/** A source of fewer lines draws a few boxes. */
const manyLines = 12;

/** About how high a diagram will be drawn in a wide window, so that little moves when it is. */
export function estimateDiagramHeight(source: string): number {
  if (source.trim().split("\n").length <= manyLines) return smallPx;
  // Flows spread in both directions; tables, messages and states mostly grow downwards.
  return /^\s*(flowchart|graph)\b/m.test(source) ? flowPx : fullPx;
}
