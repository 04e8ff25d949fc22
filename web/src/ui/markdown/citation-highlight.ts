import { useSyncExternalStore } from "react";

/** The place that the pointer or the focus is at, in a text or in a list of its sources: both show it. */
let highlightedKey: string | null = null;
const listeners = new Set<() => void>();

/** Lights a place wherever it is shown; null lights none. */
function highlightCitation(key: string | null): void {
  if (highlightedKey === key) return;
  highlightedKey = key;
  for (const listener of listeners) listener();
}

/** Whether this place is the one. */
export function useIsCitationHighlighted(key: string): boolean {
  return useSyncExternalStore(subscribe, () => highlightedKey === key);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For an element that stands for a place. */
export function citationHighlightHandlers(key: string) {
  const light = () => highlightCitation(key);
  const dim = () => highlightCitation(null);
  return { onPointerEnter: light, onPointerLeave: dim, onFocus: light, onBlur: dim };
}
