import { useEffect, useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";

/**
 * Keeps the height of an answer that restarts: its partial text is replaced by the beginning of a new one, and without this
 * everything below would jump up and down.
 */
export function useMinHeightWhileStreaming(
  ref: RefObject<HTMLElement | null>,
  content: string,
  isStreaming: boolean,
): void {
  const lastRef = useRef({ length: 0, heightPx: 0 });
  useEffect(() => {
    const element = ref.current;
    if (!element || !isStreaming) return;
    const observer = new ResizeObserver(([entry]) => {
      const heightPx = entry?.borderBoxSize[0]?.blockSize ?? 0;
      lastRef.current.heightPx = heightPx;
      // The new text is as high as the old one: the minimum is no longer needed.
      if (heightPx > Number.parseFloat(element.style.minHeight || "0")) element.style.minHeight = "";
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      element.style.minHeight = "";
    };
  }, [ref, isStreaming]);
  // Before the browser paints the shorter text.
  useLayoutEffect(() => {
    const { length, heightPx } = lastRef.current;
    if (isStreaming && content.length < length && ref.current) ref.current.style.minHeight = `${heightPx}px`;
    lastRef.current.length = content.length;
  }, [ref, content, isStreaming]);
}
