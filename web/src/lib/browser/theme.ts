import { useSyncExternalStore } from "react";

import { loadTheme, saveTheme } from "./storage.ts";
import type { Theme } from "./storage.ts";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Applies a theme at once and remembers it. */
export function setTheme(theme: Theme): void {
  saveTheme(theme);
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

/** The theme in use. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, loadTheme);
}
