import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";
import type { RunCheckRow } from "#server/domain/implementations/store/run-checks.store.ts";
import type { LoadedCommands } from "#server/domain/service-commands/reading/load-service-commands.ts";

import type { CheckRecord } from "./check-record.ts";
import type { CheckSide } from "./check-to-run.ts";

/** The commands of a service, as they were when the checks of a run began. */
export type CheckedCommands = Pick<LoadedCommands, "folder" | "install" | "build" | "test" | "lint">;

/** What the checks of one run work with. */
export interface ProofRun {
  work: Pick<PhaseWork, "ctx" | "row" | "directory">;
  record: CheckRecord;
  commands: CheckedCommands;
  /** Commands of rules, which are run last. */
  ruleCommands: readonly string[];
  commits: Record<CheckSide, string>;
  /** Aborted when nobody may go on, or all the time is used up. */
  signal: AbortSignal;
  /** Whether the time is used up. */
  isOver: () => boolean;
}

/** What was run so far, with what was known before. */
export type CheckResults = readonly RunCheckRow[];
