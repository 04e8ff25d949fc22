import { useSyncExternalStore } from "react";

/** The place that the pointer or the focus is at, in a text or in a list of its sources: both show it. */
let litKey: string | null = null;
const listeners = new Set<() => void>();

/** Lights a place wherever it is shown; null lights none. */
function lightCitation(key: string | null): void {
  if (litKey === key) return;
  litKey = key;
  for (const listener of listeners) listener();
}

/** Whether this place is the one. */
export function useIsLit(key: string): boolean {
  return useSyncExternalStore(subscribe, () => litKey === key);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For an element that stands for a place. */
export function litHandlers(key: string) {
  const light = () => lightCitation(key);
  const dim = () => lightCitation(null);
  return { onPointerEnter: light, onPointerLeave: dim, onFocus: light, onBlur: dim };
}
