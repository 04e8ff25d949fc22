import { z } from "zod";

/** How far the index of a repository is. */
export const indexingStates = ["never", "queued", "cloning", "analyzing", "ready", "failed"] as const;

export const indexingSchema = z.object({
  state: z.enum(indexingStates),
  /** 0 to 100; never decreases within one run. */
  progress: z.number().min(0).max(100),
  /** What the banner says while it runs: 'Cloning repository', 'Analyzing architecture'; null when nothing runs. */
  label: z.string().nullable(),
  /** Why the last run failed, in plain words; null when it did not. */
  error: z.string().nullable(),
  lastIndexedAt: z.iso.datetime().nullable(),
  /** Commit of the index; null before the first one. */
  commit: z.string().nullable(),
  /** Number of files that could not be read completely; `failedFiles` lists only the first of them. */
  failedFileCount: z.number().int(),
  failedFiles: z.array(z.object({ path: z.string(), reason: z.string() })),
});
export type Indexing = z.infer<typeof indexingSchema>;

export const indexingPollMs = 10_000;
export const reindexCooldownHours = 24;

/** The width of the bar in the banner: at least 3, so that something is visible. */
export function progressBarPercent(progress: number): number {
  return Math.max(3, Math.min(100, progress));
}

/** The percentage printed as text: at most 99, because 100 would look finished. */
export function progressTextPercent(progress: number): number {
  return Math.min(99, Math.round(progressBarPercent(progress)));
}
