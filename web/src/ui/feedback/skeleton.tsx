import { useEffect, useState } from "react";
import type { ReactNode } from "react";

import { cx } from "#web/ui/cx.ts";

import { Announcement } from "./announcement.tsx";

const skeletonDelayMs = 200;
const announceDelayMs = 1_000;

/** True once the time has passed. */
function useHasElapsed(delayMs: number): boolean {
  const [hasPassed, setHasPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasPassed(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return hasPassed;
}

/**
 * A placeholder for loading content. It reserves its space at once, becomes visible after 200 ms, and announces what is
 * loading after one second.
 */
export function Loading({ what, children }: { what: string; children?: ReactNode }) {
  const isShown = useHasElapsed(skeletonDelayMs);
  const isAnnounced = useHasElapsed(announceDelayMs);
  return (
    <>
      <div aria-hidden="true" className={isShown ? "animate-fade" : "invisible"}>
        {children}
      </div>
      <Announcement>{isAnnounced && `Loading ${what}`}</Announcement>
    </>
  );
}

/**
 * A grey bar with the geometry of the content. End-to-end tests wait for its `data-skeleton` attribute to disappear.
 */
export function Skeleton({ className }: { className?: string }) {
  return <div data-skeleton className={cx("rounded-md bg-surface-3", className)} />;
}

/** Placeholder rows of a list. */
export function SkeletonRows({ count = 8, className = "h-9" }: { count?: number; className?: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      {Array.from({ length: count }, (_unused, row) => (
        <Skeleton key={row} className={className} />
      ))}
    </div>
  );
}
