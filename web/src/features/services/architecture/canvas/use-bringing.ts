import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useEffect, useRef } from "react";

import type { CanvasEdge } from "#web/features/services/architecture/model/canvas-edge.ts";
import { coveredPx, fitOptions, leastNamedZoom } from "#web/features/services/architecture/model/zoom.ts";
import type { Brought } from "#web/features/services/architecture/use-selection.ts";
import { useIsNarrow } from "#web/lib/browser/use-media.ts";

import { chosenBy } from "./flow-elements.ts";
import type { StandingNode } from "./flow-elements.ts";

interface BroughtCanvas {
  /** Null where nothing is brought. */
  brought: Brought | null;
  edges: readonly CanvasEdge[];
  standing: readonly StandingNode[];
}

/** Around what is brought. */
const roomPx = 80;

/** Moves the window to what somebody chose in a list, or to both ends of a connection, unless all of it can be seen. */
export function useBringing({ brought, edges, standing }: BroughtCanvas): void {
  const flow = useReactFlow();
  const store = useStoreApi();
  const covered = useIsNarrow() ? coveredPx.narrow : coveredPx.wide;
  const bringRef = useRef(() => {});
  useEffect(() => {
    bringRef.current = () => {
      const broughtId = brought?.id ?? null;
      const lines = edges.filter((edge) => chosenBy(edge) === broughtId || edge.edgeId === broughtId);
      const ids = new Set([broughtId, ...lines.flatMap(({ sourceId, targetId }) => [sourceId, targetId])]);
      const boxes = standing.filter(({ nodeId }) => ids.has(nodeId));
      if (boxes.length === 0) return;
      const left = Math.min(...boxes.map(({ place }) => place.x));
      const top = Math.min(...boxes.map(({ place }) => place.y));
      const right = Math.max(...boxes.map(({ place, width }) => place.x + width));
      const bottom = Math.max(...boxes.map(({ place, height }) => place.y + height));
      const { width, height: whole, transform } = store.getState();
      const height = whole - covered;
      const [x, y, zoom] = transform;
      const isSeen =
        left * zoom + x >= 0 && top * zoom + y >= 0 && right * zoom + x <= width && bottom * zoom + y <= height;
      if (isSeen || width === 0) return;
      const fitting = Math.min((width - roomPx) / (right - left), (height - roomPx) / (bottom - top));
      const next = Math.max(leastNamedZoom, Math.min(fitting, zoom));
      const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
      const duration = isStill ? 0 : fitOptions.duration;
      // In the middle of what is not covered.
      void flow.setCenter((left + right) / 2, (top + bottom + covered / next) / 2, { zoom: next, duration });
    };
  });
  useEffect(() => {
    if (brought !== null) bringRef.current();
  }, [brought]);
}
