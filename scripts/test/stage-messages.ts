/** A test file or a user story that has ended. */
export interface FinishedUnit {
  name: string;
  passed: number;
  failed: number;
  durationMs: number;
  failures: Failure[];
}

interface Failure {
  /** File and title of the test. */
  name: string;
  /** What went wrong, one line or several, as the test runner words it. */
  reason: string;
}

/** What a test runner sends to `npm test` while it works. */
export type StageMessage = { type: "planned"; units: number } | { type: "finished"; unit: FinishedUnit };

/** Sends to the process that started this one; without such a process nobody listens. */
export function sendStageMessage(message: StageMessage): void {
  process.send?.(message);
}
