import { useSyncExternalStore } from "react";

const narrowQuery = "(max-width: 767px)";

/** Whether the window has the narrow layout (under 768 px). */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(narrowQuery).matches);
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(narrowQuery);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
