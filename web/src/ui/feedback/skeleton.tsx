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
 * Holds the place of content that loads. Quick answers never show it: it appears after 200 ms, though its space is
 * taken at once, and after one second it says what is loading.
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

/** A grey bar of the final geometry. Its mark tells the stories that something is still to come. */
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
