import { mostLed } from "#web/features/services/architecture/model/route-lines.ts";

import type { FlowEdge } from "./connection-line.tsx";

export interface Bundling {
  /** Lines that React Flow draws, each an element of its own. */
  apart: FlowEdge[];
  /** Lines that are drawn together. */
  bundled: readonly FlowEdge[];
}

/**
 * Of many lines, those that neither stand out nor end at something that moves are drawn together, behind all else. A line
 * of a module starts or ends within a frame, which would hide it.
 */
export function bundleLines(lines: FlowEdge[], moving: ReadonlySet<string>): Bundling {
  if (lines.length <= mostLed) return { apart: lines, bundled: [] };
  const isApart = ({ source, target, selected, data }: FlowEdge) =>
    moving.has(source) ||
    moving.has(target) ||
    selected === true ||
    data?.isOwn === true ||
    data?.edge.isPointedAt === true ||
    data?.edge.module !== undefined;
  // Those that step back lie behind.
  const ordered = lines.toSorted((one, other) => (one.zIndex ?? 0) - (other.zIndex ?? 0));
  const groups = Map.groupBy(ordered, isApart);
  return { apart: groups.get(true) ?? [], bundled: groups.get(false) ?? [] };
}
