import type { ServiceModules } from "@cairn/contract/architecture-modules";

import type { CanvasPoint } from "./layout.ts";
import { moduleHeightPx, moduleWidthPx } from "./opened.ts";
import { loadDagre, placeInLayers } from "./place-in-layers.ts";

export interface ArrangedModules {
  shownIds: readonly string[];
  places: Readonly<Record<string, CanvasPoint>>;
}

/** Wide enough for lines to pass between two of them. */
const gap = { sideways: 48, down: 56 };

/** Where modules stand in the frame of their service: above what they import. */
export async function arrangeModules(
  { modules, connections }: Pick<ServiceModules, "modules" | "connections">,
  most: number,
): Promise<ArrangedModules> {
  const shownIds = modules.slice(0, most).map(({ moduleId }) => moduleId);
  const shown = new Set(shownIds);
  const pairs = connections.filter(({ sourceId, targetId }) => shown.has(sourceId) && shown.has(targetId));
  const size = { width: moduleWidthPx, height: moduleHeightPx };
  return { shownIds, places: placeInLayers(await loadDagre(), { ids: shownIds, pairs, size, gap }) };
}
