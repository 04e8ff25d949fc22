import { useEffect } from "react";
import type { RefObject } from "react";

/** What Escape closes first while it is open. */
const openLayers = "[role=dialog], [role=menu], [role=listbox], [data-popup-open]";

/**
 * Escape stops the answer from anywhere in the chat, also while nothing has the focus. Where it closes something, such as
 * a dialog, a menu or a preview, that comes first.
 */
export function useStopOnEscape(ref: RefObject<HTMLElement | null>, isAnswering: boolean, onStop: () => void): void {
  useEffect(() => {
    if (!isAnswering) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      const { target } = event;
      const isHere = target === document.body || (target instanceof Node && ref.current?.contains(target));
      if (!isHere || document.querySelector(openLayers)) return;
      event.preventDefault();
      onStop();
    };
    // Before anything that closes on Escape has gone, so that it is still seen here.
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [ref, isAnswering, onStop]);
}
