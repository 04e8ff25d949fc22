import type { ServiceModules } from "@cairn/contract/architecture-modules";

import type { CanvasPoint } from "./layout.ts";
import { nodeHeightPx, nodeWidthPx } from "./layout.ts";

/** A part of a service's code, within the frame of its service. */
export interface CanvasModule {
  /** As the server names it. */
  moduleId: string;
  name: string;
  /** "4 files" */
  detail: string;
  /** From the frame's upper left corner. */
  place: CanvasPoint;
  /** Its accessible name: name, what it is, of which service. */
  label: string;
}

/** What is known of a service that somebody opened. */
export type OpenedState =
  | { kind: "loading" }
  | { kind: "failed"; message: string }
  | {
      kind: "ready";
      loaded: ServiceModules;
      places: Readonly<Record<string, CanvasPoint>>;
      shownIds: readonly string[];
    };

/** A service that is open: where its card was, a frame with its modules. */
export interface OpenedFrame {
  /** The node of the canvas. */
  nodeId: string;
  width: number;
  height: number;
  modules: readonly CanvasModule[];
  /** "24 of 60 modules" */
  countText: string;
  /** How many are there beside those that are shown. */
  hiddenCount: number;
  /** In place of modules: why there are none. */
  note: string | null;
  hasFailed: boolean;
}

export const moduleWidthPx = 208;
export const moduleHeightPx = 52;
/** More of one service are shown on request. */
export const shownModules = 24;
const headPx = 48;
const paddingPx = 20;
const notePx = { width: 320, height: 132 };

/** The frame of a service that is open; null while nothing is known of it, so that its card stays. */
export function frameOf(node: { nodeId: string; name: string }, state: OpenedState): OpenedFrame | null {
  if (state.kind === "loading") return null;
  if (state.kind === "failed") return noteFrame(node.nodeId, { note: state.message, hasFailed: true });
  const { loaded, places, shownIds } = state;
  if (loaded.modules.length === 0) {
    return noteFrame(node.nodeId, { note: "No code of it has been read, so it has no modules.", hasFailed: false });
  }
  const shown = loaded.modules.filter(({ moduleId }) => shownIds.includes(moduleId));
  const modules = shown.map(({ moduleId, name, files }): CanvasModule => {
    const { x, y } = places[moduleId] ?? { x: 0, y: 0 };
    return {
      moduleId,
      name,
      detail: countFiles(files),
      place: { x: x + paddingPx, y: y + headPx },
      label: `${name}, module of ${node.name}, ${countFiles(files)}`,
    };
  });
  const right = Math.max(...modules.map(({ place }) => place.x + moduleWidthPx));
  const bottom = Math.max(...modules.map(({ place }) => place.y + moduleHeightPx));
  return {
    nodeId: node.nodeId,
    width: Math.max(notePx.width, right + paddingPx),
    height: bottom + paddingPx,
    modules,
    countText: countModules(shown.length, loaded.moduleCount),
    hiddenCount: loaded.modules.length - shown.length,
    note: null,
    hasFailed: false,
  };
}

function noteFrame(nodeId: string, told: Pick<OpenedFrame, "note" | "hasFailed">): OpenedFrame {
  return { nodeId, ...notePx, modules: [], countText: "No modules", hiddenCount: 0, ...told };
}

/** "4 files" */
export function countFiles(files: number): string {
  return files === 1 ? "1 file" : `${files} files`;
}

function countModules(shown: number, all: number): string {
  if (shown < all) return `${shown} of ${all} modules`;
  return all === 1 ? "1 module" : `${all} modules`;
}

interface StandingCard {
  nodeId: string;
  place: CanvasPoint;
}

/**
 * How far each node moves aside while services are open, so that no frame covers another: what lies below goes down, what
 * stands beside it goes to the right. Nobody keeps this; once all are closed everything stands where it stood.
 */
export function makeRoom(
  nodes: readonly StandingCard[],
  frames: ReadonlyMap<string, Pick<OpenedFrame, "width" | "height">>,
): ReadonlyMap<string, CanvasPoint> {
  if (frames.size === 0) return new Map();
  const opened = nodes.flatMap(({ nodeId, place }) => {
    const frame = frames.get(nodeId);
    return frame ? [{ nodeId, place, wider: frame.width - nodeWidthPx, taller: frame.height - nodeHeightPx }] : [];
  });
  return new Map(
    nodes.flatMap(({ nodeId, place }) => {
      const others = opened.filter((one) => one.nodeId !== nodeId);
      const above = others.filter((one) => place.y >= one.place.y + nodeHeightPx);
      const before = others.filter((one) => isBeside(one.place, place) && place.x >= one.place.x + nodeWidthPx);
      // Of frames in one row the tallest makes the room, of those in rows above each other every one.
      const rows = Map.groupBy(above, (one) => Math.round(one.place.y / nodeHeightPx));
      const y = [...rows.values()].reduce((sum, row) => sum + Math.max(0, ...row.map(({ taller }) => taller)), 0);
      const x = before.reduce((sum, { wider }) => sum + wider, 0);
      return x === 0 && y === 0 ? [] : [[nodeId, { x, y }] as const];
    }),
  );
}

/** Whether one would stand in the way of the other as it grows to the right. */
function isBeside(one: CanvasPoint, other: CanvasPoint): boolean {
  return Math.abs(one.y - other.y) < nodeHeightPx;
}
