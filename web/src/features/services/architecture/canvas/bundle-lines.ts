import { mostLed } from "#web/features/services/architecture/model/route-lines.ts";

import type { FlowEdge } from "./connection-line.tsx";

export interface Bundling {
  /** Lines that React Flow draws, each an element of its own. */
  apart: FlowEdge[];
  /** Lines that are drawn together. */
  bundled: readonly FlowEdge[];
}

/** Of many lines, those that neither stand out nor end at something that moves are drawn together. */
export function bundleLines(lines: FlowEdge[], moving: ReadonlySet<string>): Bundling {
  if (lines.length <= mostLed) return { apart: lines, bundled: [] };
  const isApart = ({ source, target, selected, data }: FlowEdge) =>
    moving.has(source) ||
    moving.has(target) ||
    selected === true ||
    data?.isOwn === true ||
    data?.edge.isPointedAt === true;
  // Those that step back lie behind.
  const ordered = lines.toSorted((one, other) => (one.zIndex ?? 0) - (other.zIndex ?? 0));
  const groups = Map.groupBy(ordered, isApart);
  return { apart: groups.get(true) ?? [], bundled: groups.get(false) ?? [] };
}
