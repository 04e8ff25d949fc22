import type { SetupProgress } from "@cairn/contract/projects";

interface RepositoryProgress {
  indexState: "never" | "queued" | "cloning" | "analyzing" | "ready" | "failed";
  indexProgress: number;
  /** Of the last index that stands; null before the first. */
  indexedCommit: string | null;
}

interface ProjectState {
  description: string | null;
  setupComplete: boolean;
  /** Null while the first pages are still to be written. */
  pagesWrittenAt: Date | null;
}

/**
 * How far all repositories together are. A finished or failed one counts as done; while the first pages are still to be
 * written the whole stays under 100, so that the banner does not go before there is something to read.
 */
export function measureSetup(project: ProjectState, repositories: readonly RepositoryProgress[]): SetupProgress {
  const running = repositories.filter(({ indexState }) => ["queued", "cloning", "analyzing"].includes(indexState));
  const isWriting = running.length === 0 && project.pagesWrittenAt === null && repositories.some(isReady);
  const percents = repositories.map((row) => (running.includes(row) ? row.indexProgress : 100));
  const mean = percents.reduce((total, percent) => total + percent, 0) / Math.max(1, percents.length);
  return {
    progress: running.length > 0 ? Math.min(99, mean) : isWriting ? 99 : 100,
    label: running.length > 0 ? labelOf(running) : isWriting ? "Writing documentation" : null,
    repositoryCount: repositories.length,
    readCount: repositories.filter(({ indexState }) => indexState === "ready" || indexState === "failed").length,
    // One that was read once is connected, also while it cannot be read; one that waits for its first push has no code yet.
    hasRepository: repositories.some(
      ({ indexState, indexedCommit }) => !["failed", "never"].includes(indexState) || indexedCommit !== null,
    ),
    hasDescription: project.description !== null,
    setupComplete: project.setupComplete,
  };
}

function isReady({ indexState }: RepositoryProgress): boolean {
  return indexState === "ready";
}

function labelOf(running: readonly RepositoryProgress[]): string {
  const cloning = running.filter(({ indexState }) => indexState !== "analyzing");
  if (cloning.length === 0) return "Analyzing architecture";
  return cloning.length === 1 ? "Cloning repository" : "Cloning repositories";
}
