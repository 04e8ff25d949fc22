import type { Duplex } from "node:stream";

import type { Ctx } from "#server/ctx.ts";
import type { RunLease } from "#server/domain/implementations/store/runs.store.ts";

import type { AgentParts } from "./run-host.ts";

/** Whose rights somebody has behind the walls, and for which product. */
export interface ToolGuest {
  organizationId: string;
  projectId: string;
  userId: string;
}

/** What a run may ask of the rest of the product. It is loaded by who asks: it is most of this server. */
interface RunProduct {
  /** Acts as a job of the run's organization. */
  openCtx(): Promise<Ctx>;
  /** Answers whoever speaks the Model Context Protocol on a connection with the tools that read, until it ends. */
  serveTools(connection: Duplex, guest: ToolGuest): void;
}

/** What a run may use. Its signal is aborted when nobody may go on with it, or the process stops. */
export interface RunCtx extends Pick<
  Ctx,
  | "actor"
  | "db"
  | "settings"
  | "log"
  | "egress"
  | "secrets"
  | "github"
  | "mirrors"
  | "sandbox"
  | "signal"
  | "now"
  | "newId"
> {
  /** What a run with a language model needs. Throws `conflict` where none is set. */
  loadAgent?: () => Promise<AgentParts>;
  /** What a run with a coding agent needs. */
  product?: RunProduct;
}

/** One run that this process holds. */
export interface HeldRun {
  lease: RunLease;
  /** Which run of the implementation this is. */
  attempt: number;
  /** Steps of runs before this one are done again. */
  fromAttempt: number;
}
