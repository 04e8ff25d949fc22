import { useRouterState } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore } from "react";

import { runtimeConfig } from "#web/lib/config/runtime-config.ts";

let currentTitle = "";
let announcedPath: string | undefined;
const listeners = new Set<() => void>();

/**
 * Sets the window title "{page} · {product} · {app}" and the last breadcrumb. After navigation it also moves the focus
 * to the heading, so that screen readers begin there.
 */
export function usePageTitle(title: string, productName?: string): void {
  // The address of the rendered screen: it does not change while the next screen is still loading.
  const pathname = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname,
  });
  useEffect(() => {
    document.title = [title, productName, runtimeConfig().appName].filter(Boolean).join(" · ");
    announceTitle(title);
    // While the next screen is on its way there is no name to show, and that of this one would be wrong.
    return () => {
      if (currentTitle === title) announceTitle("");
    };
  }, [title, productName]);

  useEffect(() => {
    const isFirst = announcedPath === undefined;
    if (announcedPath === pathname) return;
    announcedPath = pathname;
    // A dialog opened while the screen was still loading keeps the focus. A toast is a dialog too, but
    // it does not take the focus.
    if (document.activeElement?.closest("[role=dialog]")) return;
    // A screen may mark one field as its main purpose; it gets the focus instead of the heading.
    const field = document.querySelector<HTMLElement>("main [data-page-focus]");
    if (!isFirst) (field ?? document.querySelector<HTMLElement>("main h1"))?.focus({ preventScroll: true });
  }, [pathname]);
}

function announceTitle(title: string): void {
  currentTitle = title;
  for (const listener of listeners) listener();
}

/** The name of the screen shown now; empty while none is. */
export function useCurrentPageTitle(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => currentTitle,
  );
}
