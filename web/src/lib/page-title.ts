import { useRouterState } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore } from "react";

import { runtimeConfig } from "./runtime-config.ts";

let currentTitle = "";
let announcedPath: string | undefined;
const listeners = new Set<() => void>();

/**
 * Names the screen: window title "{page} · {product} · {app}", the last breadcrumb, and, after moving to another
 * address, the focus on the heading, so that screen readers begin there.
 */
export function usePageTitle(title: string, productName?: string): void {
  // The address the screens belong to: while another screen is still loading, this one keeps its own.
  const pathname = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname,
  });
  useEffect(() => {
    currentTitle = title;
    document.title = [title, productName, runtimeConfig().appName].filter(Boolean).join(" · ");
    for (const listener of listeners) listener();
  }, [title, productName]);

  useEffect(() => {
    const isFirst = announcedPath === undefined;
    if (announcedPath === pathname) return;
    announcedPath = pathname;
    // A screen may have one field that everybody comes for.
    const field = document.querySelector<HTMLElement>("main [data-page-focus]");
    if (!isFirst) (field ?? document.querySelector<HTMLElement>("main h1"))?.focus({ preventScroll: true });
  }, [pathname]);
}

/** The name of the screen shown now. */
export function useCurrentPageTitle(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => currentTitle,
  );
}
