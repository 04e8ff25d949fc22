export const minZoom = 0.2;
export const maxZoom = 2;
const zoomStep = 0.2;

/** How the whole picture is fitted into the window. */
export const fitOptions = { padding: 0.8, maxZoom: 1, duration: 800 } as const;
export const fitDebounceMs = 100;
/** Below, names cannot be read. */
export const readableZoom = 0.6;
const leastPadding = 0.1;

interface Size {
  width: number;
  height: number;
}

/** The room around a fitted picture, as a share of it: less than wished where its names could not be read otherwise. */
export function fitPadding(picture: Size, window: Size): number {
  const zoom = Math.min(window.width / picture.width, window.height / picture.height);
  const spared = zoom / readableZoom - 1;
  return Number.isFinite(spared) ? Math.min(fitOptions.padding, Math.max(leastPadding, spared)) : fitOptions.padding;
}

/** One step in or out, within the limits. */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  const next = Math.round((zoom + direction * zoomStep) * 100) / 100;
  return Math.min(maxZoom, Math.max(minZoom, next));
}

/** How far an arrow key moves a node, in px of the canvas. */
export const nudgePx = 10;
export const farNudgePx = 50;
