import { useSyncExternalStore } from "react";

const cookieName = "sidebar";
const rememberedDays = 7;
const listeners = new Set<() => void>();

function isSidebarOpen(): boolean {
  return !document.cookie.split("; ").includes(`${cookieName}=closed`);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Toggles the sidebar between full width and icon rail; stored for seven days. */
export function toggleSidebar(): void {
  const state = isSidebarOpen() ? "closed" : "open";
  document.cookie = `${cookieName}=${state}; path=/; max-age=${rememberedDays * 86_400}; samesite=lax`;
  for (const listener of listeners) listener();
}

/** Whether the sidebar shows its full width. */
export function useIsSidebarOpen(): boolean {
  return useSyncExternalStore(subscribe, isSidebarOpen);
}
