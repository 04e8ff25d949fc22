import type { SetupProgress } from "@cairn/contract/projects";

import { loadShownPercent, saveShownPercent } from "#web/lib/browser/storage.ts";

type Run = Pick<SetupProgress, "begunAt" | "repositoryCount">;

/** How much was shown of this run in this window; 0 where nothing was, or where there is more to do since. */
export function loadShownProgress(run: Run): number {
  return run.begunAt === null ? 0 : loadShownPercent(nameOf(run));
}

/** Keeps it over a reload. One run is kept: that which was looked at last. */
export function saveShownProgress(run: Run, percent: number): void {
  if (run.begunAt !== null) saveShownPercent(nameOf(run), percent);
}

function nameOf({ begunAt, repositoryCount }: Run): string {
  return `${begunAt} ${repositoryCount}`;
}
