import { useMemo } from "react";

import type { OpenedFrame } from "#web/features/services/architecture/model/opened.ts";

import { bundleLines } from "./bundle-lines.ts";
import type { Bundling } from "./bundle-lines.ts";
import type { FlowEdge } from "./connection-line.tsx";

/** Bundles anew only when a drag begins or ends, not while it moves. */
export function useBundling(
  lines: FlowEdge[],
  dragged: readonly string[],
  frames: ReadonlyMap<string, OpenedFrame>,
): Bundling {
  const moving = dragged.flatMap((id) => [id, ...(frames.get(id)?.modules.map(({ moduleId }) => moduleId) ?? [])]);
  const key = moving.join("|");
  return useMemo(() => bundleLines(lines, new Set(key.split("|"))), [lines, key]);
}
