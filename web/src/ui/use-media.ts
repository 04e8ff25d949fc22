import { useSyncExternalStore } from "react";

/** Whether the window or its pointer is as the media query says, now and whenever that changes. */
export function useMedia(query: "(pointer: coarse)" | "(min-width: 1024px)" | "(min-width: 1280px)"): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}
