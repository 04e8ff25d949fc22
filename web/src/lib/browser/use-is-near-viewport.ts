import { useEffect, useState } from "react";
import type { RefObject } from "react";

const marginPx = 300;

/** Whether an element came near the viewport; stays true afterwards. It defers work whose result is not visible yet. */
export function useIsNearViewport(ref: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { rootMargin: `${marginPx}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, isNear]);
  return isNear;
}
