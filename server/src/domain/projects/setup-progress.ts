import type { SetupProgress } from "@cairn/contract/projects";

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
  /** Which of these is being written; null before the first. */
  pagesWriting: { number: number; total: number; title: string } | null;
}

/** Of a first analysis, the part that reading is; writing the pages is the rest. */
const readingShare = 0.7;

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
  const read = project.pagesWrittenAt === null ? mean * readingShare : mean;
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
  const written = pagesWriting ? (pagesWriting.number - 1) / pagesWriting.total : 0;
  return Math.min(99, 100 * (readingShare + (1 - readingShare) * written));
}

function labelOfWriting({ pagesWriting }: ProjectState): string {
  if (!pagesWriting) return "Planning the pages";
  const { number, total, title } = pagesWriting;
  return `Writing page ${number} of ${total}: ${title}`;
}

/** What ended is counted as well, so that the figures never go down when one of several is done. */
function sumReading(repositories: readonly RepositoryProgress[]): SetupProgress["reading"] {
  const read = repositories.flatMap((row) =>
    row.indexReading ? [{ ...row.indexReading, state: row.indexState }] : [],
  );
  if (read.length === 0) return null;
  const sum = (field: "files" | "totalFiles" | "symbols" | "endpoints") =>
    read.reduce((total, one) => total + one[field], 0);
  return {
    files: sum("files"),
    totalFiles: sum("totalFiles"),
    symbols: sum("symbols"),
    endpoints: sum("endpoints"),
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
