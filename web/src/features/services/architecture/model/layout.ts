import type { ServiceType } from "@cairn/contract/services";

/** In px of the canvas, from its upper left corner; of a node, its own upper left corner. */
export interface CanvasPoint {
  x: number;
  y: number;
}

/** What a node of the canvas is, for the rows. */
export type NodeForm = ServiceType | "store" | "queue" | "outside";

export interface LaidOutNode {
  nodeId: string;
  form: NodeForm;
}

export const nodeWidthPx = 224;
export const nodeHeightPx = 92;
/** Between nodes that are placed by what connects them; lines pass there. */
export const nodeGapPx = { sideways: 72, down: 88 };
/** From the left edge of a node to that of the next in its row. */
export const columnStepPx = 400;

const rows: Record<NodeForm, number> = {
  frontend: 0,
  fullstack: 0,
  api: 240,
  queue: 240,
  database: 480,
  store: 480,
  library: 720,
  outside: 960,
};

/** The upper edge of the row that this form of node stands in. */
export function rowOf(form: NodeForm): number {
  return rows[form];
}

export type NodePlaces = Readonly<Record<string, CanvasPoint>>;

/** In a row of more, names cannot be read in a window that shows all of it. */
const mostInRow = 4;

/** Whether nodes that nobody moved are too many for the rows of their forms. */
export function isCrowded(nodes: readonly LaidOutNode[], moved: NodePlaces): boolean {
  const rows = Map.groupBy(
    nodes.filter(({ nodeId }) => !moved[nodeId]),
    ({ form }) => rowOf(form),
  );
  return [...rows.values()].some(({ length }) => length > mostInRow);
}

/**
 * Where every node stands: those that people moved where they left them, those that were placed by what connects them there,
 * all others in the row of their form, in their order. What would lie on a moved node makes way, so that nothing hides behind
 * another.
 */
export function layOut(
  nodes: readonly LaidOutNode[],
  moved: NodePlaces,
  placed: NodePlaces = {},
): ReadonlyMap<string, CanvasPoint> {
  const fixed = nodes.flatMap(({ nodeId }) => moved[nodeId] ?? []);
  const settled = new Map<string, CanvasPoint>();
  for (const { nodeId } of nodes) {
    const [place, given] = [moved[nodeId], placed[nodeId]];
    if (place) settled.set(nodeId, place);
    else if (given) {
      const free = freeBelow(given, fixed);
      settled.set(nodeId, free);
      if (free !== given) fixed.push(free);
    }
  }
  fixed.push(...settled.values());
  const nextColumns = new Map<number, number>();
  return new Map(
    nodes.map(({ nodeId, form }) => {
      const place = settled.get(nodeId);
      if (place) return [nodeId, place];
      const y = rowOf(form);
      const column = freeColumn(y, nextColumns.get(y) ?? 0, fixed);
      nextColumns.set(y, column + 1);
      return [nodeId, { x: column * columnStepPx, y }];
    }),
  );
}

/** Where a node goes that changes its row: the first free column of the new one. */
export function placeInRow(form: NodeForm, others: Iterable<CanvasPoint>): CanvasPoint {
  const y = rowOf(form);
  return { x: freeColumn(y, 0, [...others]) * columnStepPx, y };
}

/** The place itself, or as far below it as it takes to lie on nothing. */
function freeBelow(place: CanvasPoint, taken: readonly CanvasPoint[]): CanvasPoint {
  let free = place;
  while (taken.some((other) => overlaps(other, free))) free = { x: free.x, y: free.y + nodeHeightPx + nodeGapPx.down };
  return free;
}

function freeColumn(y: number, from: number, taken: readonly CanvasPoint[]): number {
  let column = from;
  while (taken.some((place) => overlaps(place, { x: column * columnStepPx, y }))) column += 1;
  return column;
}

function overlaps(one: CanvasPoint, other: CanvasPoint): boolean {
  return Math.abs(one.x - other.x) < nodeWidthPx && Math.abs(one.y - other.y) < nodeHeightPx;
}
