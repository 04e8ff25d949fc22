export const minZoom = 0.1;
export const maxZoom = 3;
const zoomStep = 0.2;

/** One step in or out of a diagram, within its limits. */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  const next = Math.round((zoom + direction * zoomStep) * 10) / 10;
  return Math.min(maxZoom, Math.max(minZoom, next));
}
