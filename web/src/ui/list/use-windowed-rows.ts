import { useEffect, useLayoutEffect, useState } from "react";
import type { RefObject } from "react";

import { windowedRange } from "./windowed-range.ts";
import type { RowRange } from "./windowed-range.ts";

/** Before the list has been measured. */
const firstRange: RowRange = { from: 0, to: 60 };

/**
 * The rows of a long list that are worth drawing. All rows have one height; whatever scrolls around the list is watched.
 * The list keeps its full height, so that the scroll position comes back with it.
 */
export function useWindowedRows(
  listRef: RefObject<HTMLElement | null>,
  { count, rowHeightPx }: { count: number; rowHeightPx: number },
): RowRange {
  const [range, setRange] = useState(firstRange);
  const measure = () => {
    const list = listRef.current;
    if (!list) return;
    const topPx = list.getBoundingClientRect().top;
    const next = windowedRange({ count, rowHeightPx, topPx, windowHeightPx: window.innerHeight });
    setRange((before) => (before.from === next.from && before.to === next.to ? before : next));
  };
  useLayoutEffect(measure);
  useEffect(() => {
    // Captured, because the scroll events of a panel do not bubble.
    window.addEventListener("scroll", measure, { capture: true, passive: true });
    window.addEventListener("resize", measure);
    return () => {
      window.removeEventListener("scroll", measure, { capture: true });
      window.removeEventListener("resize", measure);
    };
  });
  return { from: Math.min(range.from, count), to: Math.min(range.to, count) };
}
