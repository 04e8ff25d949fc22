import { useSyncExternalStore } from "react";

/** Whether the media query matches, updated whenever that changes. */
export function useMedia(
  query:
    | "(pointer: coarse)"
    | "(max-width: 767px)"
    | "(min-width: 1024px)"
    | "(min-width: 1280px)"
    | "(min-width: 1440px)",
): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}

/** Whether the window has the narrow layout (under 768 px). */
export function useIsNarrow(): boolean {
  return useMedia("(max-width: 767px)");
}
