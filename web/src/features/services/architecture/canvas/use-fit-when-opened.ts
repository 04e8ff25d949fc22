import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useEffect, useRef } from "react";

import type { OpenedFrame } from "#web/features/services/architecture/model/opened.ts";
import { fitOptions, minZoom, readableZoom } from "#web/features/services/architecture/model/zoom.ts";

import type { StandingNode } from "./flow-elements.ts";

/** What a frame that is brought into the window takes of it at most. */
const windowShare = 0.8;

/** Brings a frame into the window when it opens, unless it can be seen and read as it is. Nothing else moves the window. */
export function useFitWhenOpened(standing: readonly StandingNode[], frames: ReadonlyMap<string, OpenedFrame>): void {
  const flow = useReactFlow();
  const store = useStoreApi();
  const sizes = [...frames.values()].map(({ nodeId, width, height }) => `${nodeId} ${width} ${height}`);
  const key = sizes.join("|");
  const shownRef = useRef<ReadonlySet<string>>(new Set(sizes));
  const lookRef = useRef(() => {});
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
      void flow.setCenter(center.x, center.y, { zoom: Math.max(minZoom, fitting), duration });
    };
  });
  useEffect(() => {
    if (key === "") shownRef.current = new Set();
    else lookRef.current();
  }, [key]);
}
