import type { ImplementationStep, RunLogEntry } from "@cairn/contract/implementations";

import type { CommentAnswer } from "#server/domain/implementations/comment-answers/split-answers.ts";
import type { ImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import type { RunLease } from "#server/domain/implementations/store/runs.store.ts";

import type { RunCtx } from "./run-context.ts";

/** What a phase works on. */
export interface PhaseWork {
  ctx: RunCtx;
  /** For phases that write more than what they end with. */
  lease: RunLease;
  row: ImplementationRow;
  /** The bare repository. */
  directory: string;
  /** A folder of this run alone, which is gone afterwards. */
  workDirectory: string;
}

/** What a phase left. */
export interface PhaseEffect {
  /** The commit that it ends with; null where it makes none. */
  oid: string | null;
  summary: string;
  /** It did its work, and what came of it is bad: the step is shown as failed, and the run goes on. */
  isBad?: boolean;
  /** What it found out about the change. */
  found?: Partial<Pick<ImplementationRow, "baseOid" | "headOid" | "proof">>;
  /** What is said of the comments that the run was asked to deal with. */
  answers?: { agent: string; content: readonly CommentAnswer[] };
  log?: readonly Pick<RunLogEntry, "kind" | "text">[];
}

/** A phase of a run. It fails for good with an AppError that is not retryable. */
export interface RunPhase {
  step: ImplementationStep;
  /** Decides, before anything is done, whatever must be the same when it is done once more. */
  intend(work: PhaseWork): Promise<Record<string, string>>;
  /** Done again with the same intent, also beside somebody who does it too, it leaves the same. */
  perform(work: PhaseWork, intent: Record<string, string>): Promise<PhaseEffect>;
}
