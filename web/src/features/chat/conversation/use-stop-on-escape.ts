import { useEffect } from "react";
import type { RefObject } from "react";

/** Elements that Escape closes first while they are open. */
const openLayers = "[role=dialog], [role=menu], [role=listbox], [data-popup-open]";

/**
 * Escape stops the answer from anywhere in the chat, also while nothing has the focus. An open dialog, menu or preview is
 * closed first.
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
    // In the capture phase, before a layer closes on Escape, so that it is still found here.
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [ref, isAnswering, onStop]);
}
