import { useSyncExternalStore } from "react";

/** Less than this is the browser's own bar coming and going. */
const keyboardMinHeightPx = 150;

/** How much of the window a keyboard on the screen covers, in px: what is fixed at the bottom has to stand above it. */
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
