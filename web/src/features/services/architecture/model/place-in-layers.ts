import type * as Dagre from "@dagrejs/dagre";

import { fillLayers } from "./layers.ts";
import type { Layers, Pair } from "./layers.ts";
import type { CanvasPoint } from "./layout.ts";

/** What is placed, and how large each of it is drawn. */
interface PlacedGraph {
  ids: readonly string[];
  pairs: readonly Pair[];
  size: { width: number; height: number };
  gap: { sideways: number; down: number };
}

interface PlacedBlock {
  places: Record<string, CanvasPoint>;
  width: number;
  height: number;
}

/** What works out the places; loaded when somebody first needs it. */
export async function loadDagre(): Promise<typeof Dagre> {
  return await import("@dagrejs/dagre");
}

/**
 * The upper left corner of each: those that use above those that are used, in layers short enough that the whole is about as
 * wide as it is high. What is not connected with the rest stands beside or below it, and what is connected with nothing last.
 */
export function placeInLayers(dagre: typeof Dagre, graph: PlacedGraph): Record<string, CanvasPoint> {
  const { ids, pairs, size, gap } = graph;
  const parts = listParts(ids, pairs);
  const connected = parts.filter(({ length }) => length > 1).toSorted((a, b) => b.length - a.length);
  const alone = parts.flatMap((part) => (part.length === 1 ? part : []));
  const blocks = connected.map((part) => shapeOf(dagre, { ...graph, ids: part }));
  const area = blocks.reduce((sum, { width, height }) => sum + (width + gap.sideways) * (height + gap.down), 0);
  const alongside = alone.length * (size.width + gap.sideways) * (size.height + Math.round(gap.down / 2));
  const widest = Math.max(size.width * 2 + gap.sideways, ...blocks.map(({ width }) => width));
  const least = Math.max(widest, Math.sqrt(area + alongside));
  const stacks = roomier.map((factor) => {
    const wide = least * factor;
    return stack(alone.length > 0 ? [...blocks, inRows(alone, graph, wide)] : blocks, wide, gap);
  });
  const longest = (places: Record<string, CanvasPoint>) => {
    const { width, height } = extentOf(places, size);
    return Math.max(width, height);
  };
  return stacks.reduce((best, one) => (longest(one) < longest(best) ? one : best));
}

/** Parts of different heights leave room between them, so that a wider picture may be the smaller one. */
const roomier = [1, 1.25, 1.5, 1.75, 2] as const;

/**
 * As many stand beside each other as make the whole about as wide as it is high. Where long chains make many layers, these go
 * on at the top again, beside the first ones, as the columns of a page do.
 */
function shapeOf(dagre: typeof Dagre, graph: PlacedGraph): PlacedBlock {
  const { ids, pairs, size, gap } = graph;
  const step = { x: size.width + gap.sideways, y: size.height + gap.down };
  let best: { layers: Layers; perColumn: number; longest: number } | null = null;
  for (let most = 1; most <= Math.ceil(Math.sqrt(ids.length)) * 2; most += 1) {
    const layers = fillLayers(ids, pairs, most);
    const down = 1 + Math.max(...layers.layerOf.values());
    for (let columns = 1; columns * most <= Math.ceil(Math.sqrt(ids.length)) * 2; columns += 1) {
      const perColumn = Math.ceil(down / columns);
      const sideways = columns * most * step.x;
      const longest =
        Math.max(sideways, perColumn * step.y) * (1 + spare(layers) / 2) * (1 + (columns - 1) * columnCost);
      if (best === null || longest < best.longest) best = { layers, perColumn, longest };
    }
  }
  if (best === null) return { places: {}, width: 0, height: 0 };
  const rows = orderRows(dagre, graph, best.layers);
  const places: Record<string, CanvasPoint> = {};
  let left = 0;
  for (let from = 0; from < rows.length; from += best.perColumn) {
    const column = rows.slice(from, from + best.perColumn);
    const xs = alignRows(column, best.layers.downward, step.x);
    const start = left - Math.min(...xs.values());
    for (const [at, row] of column.entries()) {
      for (const id of row) places[id] = { x: Math.round((xs.get(id) ?? 0) + start), y: at * step.y };
    }
    left = start + Math.max(...xs.values()) + step.x;
  }
  return { places, ...extentOf(places, size) };
}

/** Whoever reads on at the top of another column looks for where a line goes on. */
const columnCost = 0.2;

/** How many layers a line passes on its way, at the mean. */
function spare({ layerOf, downward }: Layers): number {
  const layersOf = ({ sourceId, targetId }: Pair) => (layerOf.get(targetId) ?? 0) - (layerOf.get(sourceId) ?? 0) - 1;
  return downward.reduce((sum, pair) => sum + layersOf(pair), 0) / Math.max(1, downward.length);
}

/** The nodes of each layer in an order in which few lines cross. */
function orderRows({ Graph, layout }: typeof Dagre, { ids }: PlacedGraph, { layerOf, downward }: Layers): string[][] {
  const graph = new Graph();
  graph.setGraph({ rankdir: "TB" });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of ids) graph.setNode(id, { width: 1, height: 1 });
  for (const { sourceId, targetId } of downward) {
    // No line is longer than it has to be, so that the layers are the ones that were worked out.
    const minlen = (layerOf.get(targetId) ?? 0) - (layerOf.get(sourceId) ?? 0);
    graph.setEdge(sourceId, targetId, { minlen });
  }
  layout(graph);
  const xOf = (id: string) => (graph.node(id) as CanvasPoint).x;
  const rows = Map.groupBy(ids, (id) => layerOf.get(id) ?? 0);
  return [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row.toSorted((a, b) => xOf(a) - xOf(b)));
}

/** Each below the middle of what uses it, as far as its row has room. */
function alignRows(rows: readonly string[][], downward: readonly Pair[], step: number): ReadonlyMap<string, number> {
  const above = Map.groupBy(downward, ({ targetId }) => targetId);
  const widest = (Math.max(...rows.map(({ length }) => length)) - 1) * step;
  const xs = new Map<string, number>();
  for (const row of rows) {
    let next = -Infinity;
    const wished = row.map((id, at) => {
      const users = (above.get(id) ?? []).flatMap(({ sourceId }) => xs.get(sourceId) ?? []);
      const middle = (widest + (2 * at - row.length + 1) * step) / 2;
      const wish = users.length === 0 ? middle : users.reduce((sum, x) => sum + x, 0) / users.length;
      return (next = Math.max(next, wish) + step) - step;
    });
    let most = widest;
    for (const [at, id] of [...row.entries()].toReversed()) {
      const x = Math.max(at * step, Math.min(most, wished[at] ?? 0));
      xs.set(id, x);
      most = x - step;
    }
  }
  return xs;
}

function extentOf(places: Record<string, CanvasPoint>, size: PlacedGraph["size"]) {
  const all = Object.values(places);
  return {
    width: Math.max(...all.map(({ x }) => x)) + size.width,
    height: Math.max(...all.map(({ y }) => y)) + size.height,
  };
}

/** In rows, all together about as wide as they are high. */
export function placeInRows(graph: Omit<PlacedGraph, "pairs">): Record<string, CanvasPoint> {
  return inRows(graph.ids, graph, 0).places;
}

function inRows(ids: readonly string[], { size, gap }: Omit<PlacedGraph, "pairs">, wide: number): PlacedBlock {
  const step = { x: size.width + gap.sideways, y: size.height + Math.round(gap.down / 2) };
  const perRow = Math.max(
    1,
    Math.floor((wide + gap.sideways) / step.x),
    Math.ceil(Math.sqrt((ids.length * step.y) / step.x)),
  );
  const places = Object.fromEntries(
    ids.map((id, at) => [id, { x: (at % perRow) * step.x, y: Math.floor(at / perRow) * step.y }]),
  );
  return { places, ...extentOf(places, size) };
}

/** From left to right as long as there is room, then below. */
function stack(blocks: readonly PlacedBlock[], wide: number, gap: PlacedGraph["gap"]): Record<string, CanvasPoint> {
  const places: Record<string, CanvasPoint> = {};
  let [left, top, bottom] = [0, 0, 0];
  for (const block of blocks) {
    if (left > 0 && left + block.width > wide) [left, top] = [0, bottom + gap.down];
    for (const [id, { x, y }] of Object.entries(block.places)) places[id] = { x: x + left, y: y + top };
    left += block.width + gap.sideways;
    bottom = Math.max(bottom, top + block.height);
  }
  return places;
}

/** The parts of the graph that nothing connects with each other, each in the order of the ids. */
function listParts(ids: readonly string[], pairs: readonly Pair[]): string[][] {
  const near = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const { sourceId, targetId } of pairs) {
    near.get(sourceId)?.push(targetId);
    near.get(targetId)?.push(sourceId);
  }
  const partOf = new Map<string, number>();
  for (const [at, id] of ids.entries()) {
    const waiting = partOf.has(id) ? [] : [id];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (partOf.has(next)) continue;
      partOf.set(next, at);
      waiting.push(...(near.get(next) ?? []));
    }
  }
  return [...Map.groupBy(ids, (id) => partOf.get(id)).values()];
}
