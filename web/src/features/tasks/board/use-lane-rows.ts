import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";

/** A card with a title of one line; the real height is measured when it is drawn. */
const usualHeightPx = 88;
const gapPx = 8;
/** What a lane draws before it was measured. */
const firstHeightPx = 640;

interface LaneRowsOptions {
  scrollRef: RefObject<HTMLElement | null>;
  taskIds: readonly string[];
  /** Indexes that are drawn wherever the lane is scrolled to: what has the focus or is dragged must not vanish. */
  kept: readonly number[];
}

/** The cards of a lane that are drawn now. */
export function useLaneRows({ scrollRef, taskIds, kept }: LaneRowsOptions) {
  // The virtualizer is one object that changes, which the compiler would take as one that never does.
  "use no memo";
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: taskIds.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => usualHeightPx,
    getItemKey: (index) => taskIds[index] ?? index,
    gap: gapPx,
    overscan: 4,
    initialRect: { width: 0, height: firstHeightPx },
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...kept])]
        .filter((index) => index >= 0 && index < taskIds.length)
        .toSorted((one, other) => one - other),
  });
  return {
    rows: virtualizer.getVirtualItems(),
    heightPx: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
  };
}
