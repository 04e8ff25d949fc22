import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

const delayMs = 500;
/** Diagrams and images above the target may still grow for this long; the scroll is repeated until then. */
const settleMs = 1_500;
const recheckMs = 120;
const userInputs = ["wheel", "touchstart", "keydown", "pointerdown"] as const;

/**
 * Scrolls to the section in the address, and again until everything above it is rendered and has its final size, or the
 * reader scrolls.
 */
export function useHashScroll(isRendered: boolean): void {
  const { hash } = useLocation();
  const renderedAtRef = useRef<number | null>(null);
  useEffect(() => {
    renderedAtRef.current = isRendered ? performance.now() : null;
  }, [isRendered]);
  useEffect(() => {
    if (!hash) return;
    let timer = 0;
    const end = () => {
      clearTimeout(timer);
      for (const input of userInputs) window.removeEventListener(input, end);
    };
    const goThere = () => {
      const heading = document.getElementById(hash);
      heading?.scrollIntoView({ block: "start" });
      if (!isFocusElsewhere()) heading?.focus({ preventScroll: true });
      const renderedAt = renderedAtRef.current;
      if (renderedAt !== null && performance.now() > renderedAt + settleMs) end();
      else timer = window.setTimeout(goThere, recheckMs);
    };
    timer = window.setTimeout(goThere, delayMs);
    for (const input of userInputs) window.addEventListener(input, end, { passive: true });
    return end;
  }, [hash]);
}

/** Whether the focus is on something else than a heading, which has it after opening the page. */
function isFocusElsewhere(): boolean {
  const focused = document.activeElement;
  return focused !== null && focused !== document.body && !focused.matches("h1, h2");
}
