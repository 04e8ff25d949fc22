import { useCallback, useEffect, useRef, useState } from "react";
import type { RefObject } from "react";

/** The reader follows the end while not farther from it than this. */
const followDistancePx = 40;

export interface StickToEnd {
  scrollRef: RefObject<HTMLElement | null>;
  contentRef: RefObject<HTMLDivElement | null>;
  isAtEnd: boolean;
  goToEnd: () => void;
}

/**
 * Keeps the end of growing content in view for a reader who is there; a reader who scrolled up is not moved. Pass false for
 * content that is read from its beginning.
 */
export function useStickToEnd(isGrowing: boolean): StickToEnd {
  const scrollRef = useRef<HTMLElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const isFollowingRef = useRef(true);
  const [isAtEnd, setIsAtEnd] = useState(true);

  const goToEnd = useCallback(() => {
    const box = scrollRef.current;
    if (box) box.scrollTop = box.scrollHeight;
    isFollowingRef.current = true;
    setIsAtEnd(true);
  }, []);

  useEffect(() => {
    const box = scrollRef.current;
    const content = contentRef.current;
    if (!box || !content || !isGrowing) return;
    let lastTop = box.scrollTop;
    const onScroll = () => {
      const isNear = box.scrollHeight - box.scrollTop - box.clientHeight <= followDistancePx;
      // Only scrolling up means that the reader leaves the end: content may grow during a scroll to the end.
      if (isNear) isFollowingRef.current = true;
      else if (box.scrollTop < lastTop) isFollowingRef.current = false;
      lastTop = box.scrollTop;
      setIsAtEnd(isNear || isFollowingRef.current);
    };
    const observer = new ResizeObserver(() => {
      if (isFollowingRef.current) box.scrollTop = box.scrollHeight;
      else onScroll();
    });
    observer.observe(content);
    observer.observe(box);
    box.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", onScroll);
    };
  }, [isGrowing]);
  return { scrollRef, contentRef, isAtEnd, goToEnd };
}
