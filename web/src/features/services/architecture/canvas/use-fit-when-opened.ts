import { useReactFlow, useStoreApi } from "@xyflow/react";
import type { Viewport } from "@xyflow/react";
import { useEffect, useRef } from "react";

import type { OpenedFrame } from "#web/features/services/architecture/model/opened.ts";
import { fitOptions, minZoom, readableZoom } from "#web/features/services/architecture/model/zoom.ts";

import type { StandingNode } from "./flow-elements.ts";

/** What a frame that is brought into the window takes of it at most. */
const windowShare = 0.8;

/**
 * Brings a frame into the window when it opens, unless it can be seen and read as it is. Once all are closed the window goes back
 * to where it was, unless somebody moved it.
 */
export function useFitWhenOpened(standing: readonly StandingNode[], frames: ReadonlyMap<string, OpenedFrame>): void {
  const flow = useReactFlow();
  const store = useStoreApi();
  const sizes = [...frames.values()].map(({ nodeId, width, height }) => `${nodeId} ${width} ${height}`);
  const key = sizes.join("|");
  /** Where the window was before the first frame moved it, and where that put it. */
  const beforeRef = useRef<{ from: Viewport; to: Viewport } | null>(null);
  const shownRef = useRef<ReadonlySet<string>>(new Set(sizes));
  const lookRef = useRef(() => {});
  const backRef = useRef(() => {});
  useEffect(() => {
    lookRef.current = () => {
      const opened = [...frames.values()].filter((_frame, at) => !shownRef.current.has(sizes[at] ?? "")).at(-1);
      shownRef.current = new Set(sizes);
      const box = standing.find(({ nodeId }) => nodeId === opened?.nodeId);
      if (!box) return;
      const { width, height, transform } = store.getState();
      const [left, top, zoom] = transform;
      const at = { x: box.place.x * zoom + left, y: box.place.y * zoom + top };
      const isSeen = at.x >= 0 && at.y >= 0 && at.x + box.width * zoom <= width && at.y + box.height * zoom <= height;
      if (isSeen && zoom >= readableZoom) return;
      const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
      const fitting = Math.min(1, (width * windowShare) / box.width, (height * windowShare) / box.height);
      const center = { x: box.place.x + box.width / 2, y: box.place.y + box.height / 2 };
      const duration = isStill ? 0 : fitOptions.duration;
      const next = Math.max(minZoom, fitting);
      const to = { x: width / 2 - center.x * next, y: height / 2 - center.y * next, zoom: next };
      beforeRef.current = { from: beforeRef.current?.from ?? { x: left, y: top, zoom }, to };
      void flow.setViewport(to, { duration });
    };
    backRef.current = () => {
      const before = beforeRef.current;
      beforeRef.current = null;
      // Whoever has looked elsewhere since stays there.
      if (!before || !isSameView(flow.getViewport(), before.to)) return;
      const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
      void flow.setViewport(before.from, { duration: isStill ? 0 : fitOptions.duration });
    };
  });
  useEffect(() => {
    if (key === "") {
      shownRef.current = new Set();
      backRef.current();
    } else lookRef.current();
  }, [key]);
}

function isSameView(one: Viewport, other: Viewport): boolean {
  return Math.abs(one.x - other.x) < 2 && Math.abs(one.y - other.y) < 2 && Math.abs(one.zoom - other.zoom) < 0.01;
}
