import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

const delayMs = 500;
/** Diagrams and pictures above the goal may still grow; until then it is brought back into place. */
const settleMs = 1_500;
const recheckMs = 120;
const userInputs = ["wheel", "touchstart", "keydown", "pointerdown"] as const;

/**
 * Goes to the section of the address, and stays with it until all that is above has been drawn and taken its size, or
 * the reader moves.
 */
export function useHashScroll(isDrawn: boolean): void {
  const { hash } = useLocation();
  const drawnAtRef = useRef<number | null>(null);
  useEffect(() => {
    drawnAtRef.current = isDrawn ? performance.now() : null;
  }, [isDrawn]);
  useEffect(() => {
    if (!hash) return;
    let timer = 0;
    const end = () => {
      clearTimeout(timer);
      for (const move of userInputs) window.removeEventListener(move, end);
    };
    const goThere = () => {
      const heading = document.getElementById(hash);
      heading?.scrollIntoView({ block: "start" });
      if (!isFocusElsewhere()) heading?.focus({ preventScroll: true });
      const drawnAt = drawnAtRef.current;
      if (drawnAt !== null && performance.now() > drawnAt + settleMs) end();
      else timer = window.setTimeout(goThere, recheckMs);
    };
    timer = window.setTimeout(goThere, delayMs);
    for (const move of userInputs) window.addEventListener(move, end, { passive: true });
    return end;
  }, [hash]);
}

/** On something that is neither nothing nor a heading, which gets the focus on coming here. */
function isFocusElsewhere(): boolean {
  const focused = document.activeElement;
  return focused !== null && focused !== document.body && !focused.matches("h1, h2");
}
