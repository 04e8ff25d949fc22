import { useSyncExternalStore } from "react";

/** A smaller change of height comes from the browser's own bars. */
const keyboardMinHeightPx = 150;

/** How many px of the window an on-screen keyboard covers; fixed elements at the bottom must be above it. */
export function useKeyboardInset(): number {
  return useSyncExternalStore(subscribe, measureInset);
}

function measureInset(): number {
  const viewport = window.visualViewport;
  if (!viewport) return 0;
  const covered = Math.round(window.innerHeight - viewport.height * viewport.scale);
  return covered > keyboardMinHeightPx ? covered : 0;
}

function subscribe(listener: () => void): () => void {
  const viewport = window.visualViewport;
  viewport?.addEventListener("resize", listener);
  return () => viewport?.removeEventListener("resize", listener);
}
