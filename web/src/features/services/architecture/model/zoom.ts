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
/** So little below, showing all of the picture at first is worth more than its letters. */
const nearlyNamed = 0.9;
const leastPadding = 0.08;
/** So much of the window's lower edge lies under what can be done with the whole: in a narrow one two rows and the bar below. */
export const coveredPx = { wide: 64, narrow: 128 } as const;

interface Size {
  width: number;
  height: number;
}

interface WindowView extends CanvasPoint {
  zoom: number;
}

type Px = `${number}px`;

/** The room around a fitted picture, as a share of it: less than wished where its names could not be read otherwise. */
export function fitShare(picture: Size, window: Size): number {
  const zoom = Math.min(window.width / picture.width, window.height / picture.height);
  const spared = zoom / readableZoom - 1;
  return Number.isFinite(spared) ? Math.min(fitOptions.padding, Math.max(leastPadding, spared)) : fitOptions.padding;
}

/** The room around a picture that is fitted into a window of which so much of the lower edge is covered. */
export function fitPadding(picture: Size, window: Size, covered: number): { x: Px; top: Px; bottom: Px } {
  const free = { width: window.width, height: Math.max(1, window.height - covered) };
  const share = fitShare(picture, free);
  const roomOf = (length: number) => Math.floor((length - length / (1 + share)) / 2);
  const [x, y] = [roomOf(free.width), roomOf(free.height)];
  return { x: `${x}px`, top: `${y}px`, bottom: `${y + covered}px` };
}

/**
 * What the window (without what is covered of it) shows first: all of it, or where names could not be read then as much as
 * can be read, from the first node on (nodes: in reading order) that has others around it.
 */
export function firstView(
  fitted: WindowView,
  { bounds, nodes, window }: { bounds: Size & CanvasPoint; nodes: readonly (Size & CanvasPoint)[]; window: Size },
): WindowView {
  if (fitted.zoom >= leastNamedZoom * nearlyNamed) return fitted;
  const views = nodes.map((first) => viewFrom(first, bounds, window));
  const shown = views.map((view) => nodes.filter((node) => isShown(node, view, window)).length);
  const most = Math.max(...shown);
  return views.find((_view, index) => (shown[index] ?? 0) >= most / 2) ?? fitted;
}

function viewFrom(first: Size & CanvasPoint, bounds: Size & CanvasPoint, window: Size): WindowView {
  const zoom = leastNamedZoom;
  const isNarrower = bounds.width * zoom <= window.width;
  const isLower = bounds.height * zoom <= window.height;
  const middle = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
  // What is larger than the window is not moved away from its edges.
  const within = (offset: number, side: "width" | "height", from: number) =>
    Math.min(firstEdgePx - from * zoom, Math.max(window[side] - firstEdgePx - (from + bounds[side]) * zoom, offset));
  return {
    x: isNarrower
      ? window.width / 2 - middle.x * zoom
      : within(window.width / 2 - (first.x + first.width / 2) * zoom, "width", bounds.x),
    y: isLower ? window.height / 2 - middle.y * zoom : within(firstEdgePx - first.y * zoom, "height", bounds.y),
    zoom,
  };
}

function isShown(node: Size & CanvasPoint, { x, y, zoom }: WindowView, window: Size): boolean {
  const [left, top] = [node.x * zoom + x, node.y * zoom + y];
  return left >= 0 && top >= 0 && left + node.width * zoom <= window.width && top + node.height * zoom <= window.height;
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
