import { getViewportForBounds, useReactFlow } from "@xyflow/react";
import type { RefObject } from "react";

import type { CanvasPoint } from "#web/features/services/architecture/model/layout.ts";
import type { RoutedLine } from "#web/features/services/architecture/model/route-lines.ts";
import {
  coveredPx,
  firstView,
  fitOptions,
  fitPadding,
  minZoom,
} from "#web/features/services/architecture/model/zoom.ts";
import { useIsNarrow } from "#web/lib/browser/use-media.ts";

import type { StandingNode } from "./flow-elements.ts";

/** Moves the window so that the picture is in it, with its lines: they may run beside the outermost nodes. */
export function useFitting(
  standing: readonly StandingNode[],
  routes: ReadonlyMap<string, RoutedLine>,
  surfaceRef: RefObject<HTMLDivElement | null>,
) {
  const flow = useReactFlow();
  const covered = useIsNarrow() ? coveredPx.narrow : coveredPx.wide;
  const viewOf = (nodes: readonly StandingNode[], lines: Iterable<RoutedLine>) => {
    const bounds = boundsOf(nodes, lines);
    const { clientWidth: width = 0, clientHeight: height = 0 } = surfaceRef.current ?? {};
    const limits = [minZoom, fitOptions.maxZoom, fitPadding(bounds, { width, height }, covered)] as const;
    const window = { width, height: Math.max(1, height - covered) };
    return { bounds, window, view: getViewportForBounds(bounds, width, height, ...limits) };
  };
  const show = (nodes: readonly StandingNode[], lines: Iterable<RoutedLine>) => {
    if (nodes.length > 0) void flow.setViewport(viewOf(nodes, lines).view, { duration: animationMs() });
  };
  return {
    /** At once, and no smaller than names can be read. */
    showFirst: () => {
      if (standing.length === 0 || surfaceRef.current === null) return;
      const { bounds, window, view } = viewOf(standing, routes.values());
      const nodes = standing.map(({ place, width, height }) => ({ ...place, width, height }));
      void flow.setViewport(firstView(view, { bounds, nodes, window }));
    },
    fit: () => show(standing, routes.values()),
    /** Of these nodes alone. */
    fitTo: (nodeIds: readonly string[]) =>
      show(
        standing.filter(({ nodeId }) => nodeIds.includes(nodeId)),
        [],
      ),
  };
}

/** The box that holds all of them, in px of the canvas. */
function boundsOf(nodes: readonly StandingNode[], lines: Iterable<RoutedLine>) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const include = ({ x, y }: CanvasPoint) => {
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  };
  for (const { place, width, height } of nodes) {
    include(place);
    include({ x: place.x + width, y: place.y + height });
  }
  for (const { points } of lines) for (const point of points) include(point);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function animationMs(): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : fitOptions.duration;
}
