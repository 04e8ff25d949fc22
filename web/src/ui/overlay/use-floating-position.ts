import { useLayoutEffect } from "react";
import type { RefObject } from "react";

const gapPx = 6;
const edgePx = 8;

export interface FloatingPositionOptions {
  element: RefObject<HTMLElement | null>;
  /** Rectangle to position beside, in window coordinates; null hides the element. */
  anchor: () => DOMRect | null;
  side: "above" | "below";
  /** Aligns left edges or centres. */
  align?: "start" | "center";
}

/**
 * Positions a floating element beside an anchor, on the other side if there is no space, and inside the window. It
 * follows scrolling and does not move the focus, which the popovers of the library do.
 */
export function useFloatingPosition({ element, anchor, side, align = "start" }: FloatingPositionOptions): void {
  useLayoutEffect(() => {
    const location = () => element.current && moveBeside(element.current, anchor(), side, align);
    location();
    const sizes = new ResizeObserver(location);
    if (element.current) sizes.observe(element.current);
    window.addEventListener("scroll", location, { capture: true, passive: true });
    window.addEventListener("resize", location);
    return () => {
      sizes.disconnect();
      window.removeEventListener("scroll", location, { capture: true });
      window.removeEventListener("resize", location);
    };
  });
}

function moveBeside(element: HTMLElement, anchor: DOMRect | null, side: "above" | "below", align: "start" | "center") {
  element.style.visibility = anchor ? "visible" : "hidden";
  if (!anchor) return;
  const { width, height } = element.getBoundingClientRect();
  const below = anchor.bottom + gapPx;
  const above = anchor.top - gapPx - height;
  const fitsBelow = below + height <= window.innerHeight - edgePx;
  const top = side === "below" ? (fitsBelow || above < edgePx ? below : above) : above >= edgePx ? above : below;
  const left = align === "start" ? anchor.left : anchor.left + anchor.width / 2 - width / 2;
  const widest = document.documentElement.clientWidth - width - edgePx;
  element.style.top = `${Math.max(edgePx, Math.min(top, window.innerHeight - height - edgePx))}px`;
  element.style.left = `${Math.max(edgePx, Math.min(left, widest))}px`;
}
