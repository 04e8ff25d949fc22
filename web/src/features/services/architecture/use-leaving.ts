import { useBlocker } from "@tanstack/react-router";

/** Set while somebody tries to leave the screen with something that is not saved. */
export function useLeaving(isUnsaved: boolean): { stay: () => void; leave: () => void } | null {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  return blocker.status === "blocked" ? { stay: blocker.reset, leave: blocker.proceed } : null;
}
