import type { ServiceModules } from "@cairn/contract/architecture-modules";

import { loadDagre, placeByConnections } from "./arrange.ts";
import type { CanvasPoint } from "./layout.ts";
import { moduleHeightPx, moduleWidthPx } from "./opened.ts";

export interface ArrangedModules {
  shownIds: readonly string[];
  places: Readonly<Record<string, CanvasPoint>>;
}

const gap = { sideways: 24, down: 48 };
/** A wider picture is read worse than rows that say nothing. */
const widestPx = 7 * (moduleWidthPx + gap.sideways);

/** Where modules stand in the frame of their service: above what they import, or in rows where that would get too wide. */
export async function arrangeModules(
  { modules, connections }: Pick<ServiceModules, "modules" | "connections">,
  most: number,
): Promise<ArrangedModules> {
  const shownIds = modules.slice(0, most).map(({ moduleId }) => moduleId);
  const shown = new Set(shownIds);
  const pairs = connections.filter(({ sourceId, targetId }) => shown.has(sourceId) && shown.has(targetId));
  const size = { width: moduleWidthPx, height: moduleHeightPx };
  const places = placeByConnections(await loadDagre(), { ids: shownIds, pairs, size, gap });
  const right = Math.max(0, ...Object.values(places).map(({ x }) => x + moduleWidthPx));
  return { shownIds, places: right > widestPx ? inRows(shownIds) : places };
}

function inRows(ids: readonly string[]): Record<string, CanvasPoint> {
  const perRow = Math.ceil(Math.sqrt(ids.length));
  const step = { x: moduleWidthPx + gap.sideways, y: moduleHeightPx + gap.down };
  return Object.fromEntries(
    ids.map((id, at) => [id, { x: (at % perRow) * step.x, y: Math.floor(at / perRow) * step.y }]),
  );
}
