export const minZoom = 0.2;
export const maxZoom = 2;
const zoomStep = 0.2;

/** How the whole picture is fitted into the window. */
export const fitOptions = { padding: 0.8, maxZoom: 1, duration: 800 } as const;
export const fitDebounceMs = 100;

/** One step in or out, within the limits. */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  const next = Math.round((zoom + direction * zoomStep) * 100) / 100;
  return Math.min(maxZoom, Math.max(minZoom, next));
}

/** How far an arrow key moves a node, in px of the canvas. */
export const nudgePx = 10;
export const farNudgePx = 50;
