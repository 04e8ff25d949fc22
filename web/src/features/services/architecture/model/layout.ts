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

export const nodeWidthPx = 264;
export const nodeHeightPx = 92;
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
function rowOf(form: NodeForm): number {
  return rows[form];
}

/**
 * Where every node stands: those that people moved where they left them, all others in the row of their form, in their
 * order. A column on which a moved node lies is left free, so that nothing hides behind another.
 */
export function layOut(
  nodes: readonly LaidOutNode[],
  moved: Readonly<Record<string, CanvasPoint>>,
): ReadonlyMap<string, CanvasPoint> {
  const fixed = nodes.flatMap(({ nodeId }) => moved[nodeId] ?? []);
  const nextColumns = new Map<number, number>();
  return new Map(
    nodes.map(({ nodeId, form }) => {
      const place = moved[nodeId];
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

function freeColumn(y: number, from: number, taken: readonly CanvasPoint[]): number {
  let column = from;
  while (taken.some((place) => overlaps(place, { x: column * columnStepPx, y }))) column += 1;
  return column;
}

function overlaps(one: CanvasPoint, other: CanvasPoint): boolean {
  return Math.abs(one.x - other.x) < nodeWidthPx && Math.abs(one.y - other.y) < nodeHeightPx;
}
