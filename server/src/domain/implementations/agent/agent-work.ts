import type { CheckedCommands } from "#server/domain/implementations/checks/proof-run.ts";
import type { RunHost } from "#server/domain/implementations/phases/run-host.ts";
import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";

import type { CommandCopy } from "./command-copy.ts";

/** What the tools of the agent work on. */
export interface AgentWork {
  work: PhaseWork;
  host: RunHost;
  commands: CheckedCommands;
  /** The change so far, as a commit onto the base. */
  commit: string;
  /** Of commits of this phase. */
  date: Date;
  copy: CommandCopy;
}
