import type { CheckedCommands } from "#server/domain/implementations/checks/proof-run.ts";
import { startInstall } from "#server/domain/implementations/checks/start-install.ts";
import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";
import type { WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";

import { runShown } from "./run-shown.ts";

/** Installs what commands of a work copy need. Answers what came of it, as the end of a sentence; null where nothing is to be run. */
export async function runInstallCommand(
  work: PhaseWork,
  workCopy: WorkCopy,
  { install: command, folder }: CheckedCommands,
): Promise<string | null> {
  if (command === null) return null;
  const isTrusted = workCopy.commit === work.row.baseOid;
  const sandbox = startInstall(work.ctx.sandbox, { command, isTrusted });
  const { message } = await runShown(work, { sandbox, workCopy, command, folder, title: "Install" });
  return `installed with ${command}: ${message}`;
}
