import type { CheckedCommand, CheckedProgram, NeededProgram } from "@cairn/contract/service-commands";

import type { Ctx } from "#server/ctx.ts";
import type { CheckLease } from "#server/domain/service-commands/store/command-checks.store.ts";
import type { WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";

/** Somebody stopped the check, or took it over. Whoever gets this writes nothing more. */
export class CheckLost extends Error {
  constructor() {
    super("The check belongs to somebody else by now");
    this.name = "CheckLost";
  }
}

/** One check that this process works on. */
export interface HeldCheck {
  lease: CheckLease;
  /** Relative to the repository's top; "" is the top. */
  folder: string;
  commands: CheckedCommand[];
  /** What the code says that it needs. */
  needed: readonly NeededProgram[];
}

/** A check with a work copy to run in. */
export interface CheckRun {
  ctx: Ctx;
  held: HeldCheck;
  workCopy: WorkCopy;
  programs: readonly CheckedProgram[];
}
