import type { Ctx } from "#server/ctx.ts";
import type { RunLease } from "#server/domain/implementations/store/runs.store.ts";

import type { AgentParts } from "./run-host.ts";

/** What a run may use. Its signal is aborted when nobody may go on with it, or the process stops. */
export type RunCtx = Pick<
  Ctx,
  "actor" | "db" | "settings" | "log" | "egress" | "github" | "mirrors" | "sandbox" | "signal" | "now" | "newId"
> & {
  /** What a run with a language model needs. Throws `conflict` where none is set. */
  loadAgent?: () => Promise<AgentParts>;
};

/** One run that this process holds. */
export interface HeldRun {
  lease: RunLease;
  /** Which run of the implementation this is. */
  attempt: number;
  /** Steps of runs before this one are done again. */
  fromAttempt: number;
}
