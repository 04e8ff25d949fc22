import { useCallback, useState } from "react";

/** Rows of a long list that are there at first, and so many more each time its end comes near. */
const stepRows = 100;
/** So far below the window the end is near. */
const nearPx = 800;

/**
 * How many rows of a long list to render, from the first on: more once its end, an element after the last row with `endRef`,
 * comes near the window. At least as many as are needed, such as up to the one that is chosen.
 */
export function useGrowingRows(
  total: number,
  needed: number,
): { count: number; endRef: (end: Element | null) => void } {
  const [shown, setShown] = useState(stepRows);
  const count = Math.min(total, Math.max(shown, needed));
  // Another function for each count, so that an end that is still near is looked at again.
  const endRef = useCallback(
    (end: Element | null) => {
      if (end === null) return undefined;
      const grow = ([entry]: IntersectionObserverEntry[]) => {
        if (entry?.isIntersecting) setShown(count + stepRows);
      };
      const observer = new IntersectionObserver(grow, { rootMargin: `0px 0px ${nearPx}px 0px` });
      observer.observe(end);
      return () => observer.disconnect();
    },
    [count],
  );
  return { count, endRef };
}
