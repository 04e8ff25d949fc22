import type { SetupProgress } from "@cairn/contract/projects";

import type { FirstPagesStep } from "./projects.store.ts";

interface RepositoryProgress {
  indexState: "never" | "queued" | "cloning" | "analyzing" | "ready" | "failed";
  indexProgress: number;
  indexBegunAt: Date | null;
  indexReading: NonNullable<SetupProgress["reading"]> | null;
  /** Of the last index that stands; null before the first. */
  indexedCommit: string | null;
}

interface ProjectState {
  description: string | null;
  setupComplete: boolean;
  /** Null while the first pages are still to be written. */
  pagesWrittenAt: Date | null;
  /** What is done for these; null before it has begun. */
  pagesWriting: FirstPagesStep | null;
}

/** Of a first analysis, the percent at which all is read, and at which the pages are planned; writing them is the rest. */
const readingEnds = 70;
const planningEnds = 80;

/**
 * How far all repositories together are. A finished or failed one counts as done; while the first pages are still to be
 * written the whole stays under 100, so that the banner does not go before there is something to read.
 */
export function measureSetup(
  project: ProjectState,
  repositories: readonly RepositoryProgress[],
  now: Date,
): SetupProgress {
  const running = repositories.filter(({ indexState }) => ["queued", "cloning", "analyzing"].includes(indexState));
  const isWriting = running.length === 0 && project.pagesWrittenAt === null && repositories.some(isReady);
  const percents = repositories.map((row) => (running.includes(row) ? row.indexProgress : 100));
  const mean = percents.reduce((total, percent) => total + percent, 0) / Math.max(1, percents.length);
  const read = project.pagesWrittenAt === null ? (mean * readingEnds) / 100 : mean;
  return {
    progress: running.length > 0 ? Math.min(99, read) : isWriting ? measureWriting(project) : 100,
    label: running.length > 0 ? labelOf(running) : isWriting ? labelOfWriting(project) : null,
    repositoryCount: repositories.length,
    reading: running.length > 0 || isWriting ? sumReading(repositories) : null,
    ...measureTime(repositories, now),
    readCount: repositories.filter(({ indexState }) => indexState === "ready" || indexState === "failed").length,
    // One that was read once is connected, also while it cannot be read; one that waits for its first push has no code yet.
    hasRepository: repositories.some(
      ({ indexState, indexedCommit }) => !["failed", "never"].includes(indexState) || indexedCommit !== null,
    ),
    hasDescription: project.description !== null,
    setupComplete: project.setupComplete,
  };
}

/** The page that is being written is not written yet. */
function measureWriting({ pagesWriting }: ProjectState): number {
  if (pagesWriting === null) return readingEnds;
  if ("plannedShare" in pagesWriting) {
    return readingEnds + (planningEnds - readingEnds) * pagesWriting.plannedShare;
  }
  const written = (pagesWriting.number - 1) / pagesWriting.total;
  return Math.min(99, planningEnds + (100 - planningEnds) * written);
}

function labelOfWriting({ pagesWriting }: ProjectState): string {
  if (!pagesWriting) return "Planning the pages";
  if ("plannedShare" in pagesWriting) return `Planning the pages: ${pagesWriting.title}`;
  const { number, total, title } = pagesWriting;
  return `Writing page ${number} of ${total}: ${title}`;
}

/** What ended is counted as well, so that the figures never go down when one of several is done. */
function sumReading(repositories: readonly RepositoryProgress[]): SetupProgress["reading"] {
  const read = repositories.flatMap((row) =>
    row.indexReading ? [{ ...row.indexReading, state: row.indexState }] : [],
  );
  if (read.length === 0) return null;
  const sum = (field: "files" | "totalFiles" | "symbols") => read.reduce((total, one) => total + one[field], 0);
  return {
    files: sum("files"),
    totalFiles: sum("totalFiles"),
    symbols: sum("symbols"),
    path: read.find(({ state, path }) => state === "analyzing" && path !== null)?.path ?? null,
  };
}

function measureTime(
  repositories: readonly RepositoryProgress[],
  now: Date,
): Pick<SetupProgress, "begunAt" | "elapsedMs"> {
  const times = repositories.flatMap(({ indexBegunAt }) => (indexBegunAt ? [indexBegunAt.getTime()] : []));
  if (times.length === 0) return { begunAt: null, elapsedMs: null };
  const latest = Math.max(...times);
  return { begunAt: new Date(latest).toISOString(), elapsedMs: Math.max(0, now.getTime() - latest) };
}

function isReady({ indexState }: RepositoryProgress): boolean {
  return indexState === "ready";
}

function labelOf(running: readonly RepositoryProgress[]): string {
  const cloning = running.filter(({ indexState }) => indexState !== "analyzing");
  if (cloning.length === 0) return "Analyzing architecture";
  return cloning.length === 1 ? "Cloning repository" : "Cloning repositories";
}
