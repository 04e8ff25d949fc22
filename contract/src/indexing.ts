import { z } from "zod";

/** How far the index of a repository is. `progress` runs from 0 to 100 and never backwards within one run. */
export const indexingStates = ["never", "queued", "cloning", "analyzing", "ready", "failed"] as const;

export const indexingSchema = z.object({
  state: z.enum(indexingStates),
  progress: z.number().min(0).max(100),
  /** What the banner says while it runs: 'Cloning repository', 'Analyzing architecture'; null when nothing runs. */
  label: z.string().nullable(),
  /** Why the last run failed, in plain words; null when it did not. */
  error: z.string().nullable(),
  lastIndexedAt: z.iso.datetime().nullable(),
  /** Commit of the index; null before the first one. */
  commit: z.string().nullable(),
  /** Files that could not be read in full: counted here, named up to a limit. */
  failedFileCount: z.number().int(),
  failedFiles: z.array(z.object({ path: z.string(), reason: z.string() })),
});
export type Indexing = z.infer<typeof indexingSchema>;

export const indexingPollMs = 10_000;
export const reindexCooldownHours = 24;

/** What the banner draws: at least 3, so that something is visible. */
export function displayedProgress(progress: number): number {
  return Math.max(3, Math.min(100, progress));
}

/** What labels print: never 100 while still running. */
export function labelledProgress(progress: number): number {
  return Math.min(99, Math.round(displayedProgress(progress)));
}
