import { useEffect, useLayoutEffect, useState } from "react";
import type { RefObject } from "react";

import { windowedRange } from "./windowed-range.ts";
import type { RowRange } from "./windowed-range.ts";

/** Rendered rows before the list has been measured. */
const firstRange: RowRange = { from: 0, to: 60 };

/**
 * The range of rows of a long list to render. All rows have the same height; scrolling of any ancestor is observed. The
 * list must keep its full height, so that the scroll position can be restored.
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
    // In the capture phase, because scroll events of a panel do not bubble.
    window.addEventListener("scroll", measure, { capture: true, passive: true });
    window.addEventListener("resize", measure);
    return () => {
      window.removeEventListener("scroll", measure, { capture: true });
      window.removeEventListener("resize", measure);
    };
  });
  return { from: Math.min(range.from, count), to: Math.min(range.to, count) };
}
