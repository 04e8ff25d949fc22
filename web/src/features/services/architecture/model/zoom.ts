import type { CanvasPoint } from "./layout.ts";

export const minZoom = 0.2;
export const maxZoom = 2;
const zoomStep = 0.2;

/** How the whole picture is fitted into the window. */
export const fitOptions = { padding: 0.8, maxZoom: 1, duration: 800 } as const;
export const fitDebounceMs = 100;
/** Below, a card shows its name alone, in letters that stay as large as they are here. */
export const readableZoom = 0.6;
/** Below, a card has no room for its name. */
export const leastNamedZoom = 0.34;
const leastPadding = 0.08;
/** At the lower edge of the window lies what can be done with the whole. */
const islandPx = 64;

interface Size {
  width: number;
  height: number;
}

type Px = `${number}px`;

/** The room around a fitted picture, as a share of it: less than wished where its names could not be read otherwise. */
export function fitShare(picture: Size, window: Size): number {
  const zoom = Math.min(window.width / picture.width, window.height / picture.height);
  const spared = zoom / readableZoom - 1;
  return Number.isFinite(spared) ? Math.min(fitOptions.padding, Math.max(leastPadding, spared)) : fitOptions.padding;
}

/** The room around a fitted picture, with what lies over the lower edge of the window. */
export function fitPadding(picture: Size, window: Size): { x: Px; top: Px; bottom: Px } {
  const free = { width: window.width, height: Math.max(1, window.height - islandPx) };
  const share = fitShare(picture, free);
  const roomOf = (length: number) => Math.floor((length - length / (1 + share)) / 2);
  const [x, y] = [roomOf(free.width), roomOf(free.height)];
  return { x: `${x}px`, top: `${y}px`, bottom: `${y + islandPx}px` };
}

/**
 * What the window shows first: all of it, or where names could not be read then as much as can be read, from the top and
 * around the first node.
 */
export function firstView(
  fitted: { x: number; y: number; zoom: number },
  { bounds, first, window }: { bounds: Size & CanvasPoint; first: Size & CanvasPoint; window: Size },
): { x: number; y: number; zoom: number } {
  if (fitted.zoom >= leastNamedZoom) return fitted;
  const zoom = leastNamedZoom;
  const isNarrower = bounds.width * zoom <= window.width;
  const middle = (isNarrower ? bounds.x + bounds.width / 2 : first.x + first.width / 2) * zoom;
  // What is wider than the window is not moved away from its edges.
  const rightmost = firstEdgePx - bounds.x * zoom;
  const leftmost = window.width - firstEdgePx - (bounds.x + bounds.width) * zoom;
  const centred = window.width / 2 - middle;
  const x = isNarrower ? centred : Math.min(rightmost, Math.max(leftmost, centred));
  const top = bounds.height * zoom <= window.height ? (window.height - bounds.height * zoom) / 2 : firstEdgePx;
  return { x, y: top - bounds.y * zoom, zoom };
}

/** Between the edge of the window and that of a picture that does not fit into it. */
const firstEdgePx = 24;

/** One step in or out, within the limits. */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  const next = Math.round((zoom + direction * zoomStep) * 100) / 100;
  return Math.min(maxZoom, Math.max(minZoom, next));
}

/** How far an arrow key moves a node, in px of the canvas. */
export const nudgePx = 10;
export const farNudgePx = 50;
