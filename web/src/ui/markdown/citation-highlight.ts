import { useSyncExternalStore } from "react";

/** Key of the citation under the pointer or focus; it is highlighted in the text and in the list of sources. */
let highlightedKey: string | null = null;
const listeners = new Set<() => void>();

/** Highlights a citation wherever it is shown; null clears the highlight. */
function highlightCitation(key: string | null): void {
  if (highlightedKey === key) return;
  highlightedKey = key;
  for (const listener of listeners) listener();
}

/** Whether the citation with this key is highlighted. */
export function useIsCitationHighlighted(key: string): boolean {
  return useSyncExternalStore(subscribe, () => highlightedKey === key);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Event handlers for an element that represents a citation. */
export function citationHighlightHandlers(key: string) {
  const light = () => highlightCitation(key);
  const dim = () => highlightCitation(null);
  return { onPointerEnter: light, onPointerLeave: dim, onFocus: light, onBlur: dim };
}
