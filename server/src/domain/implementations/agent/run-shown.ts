import { createProgress } from "#server/domain/implementations/checks/report-progress.ts";
import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";
import { showProgress } from "#server/domain/implementations/store/runs.store.ts";
import {
  runServiceCommand,
  type ServiceCommandEnd,
} from "#server/domain/service-commands/running/run-service-command.ts";
import type { Sandbox, WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";
import { listSecrets } from "#server/platform/secrets/secret.ts";

/** Runs a line for the shell whose last lines are shown on the run while it runs. */
export async function runShown(
  { ctx, lease }: PhaseWork,
  order: { sandbox: Pick<Sandbox, "start">; workCopy: WorkCopy; command: string; folder: string; title: string },
): Promise<ServiceCommandEnd> {
  const { sandbox, workCopy, command, folder, title } = order;
  const progress = createProgress((lines) => showProgress(ctx.db, lease, { title, command, lines }));
  progress.show(() => "");
  try {
    const end = await runServiceCommand(sandbox, workCopy, {
      folder,
      command,
      signal: ctx.signal,
      onOutput: (tail) => progress.show(() => tail.read()),
      secrets: listSecrets(ctx.settings),
    });
    ctx.signal.throwIfAborted();
    return end;
  } finally {
    await progress.end();
  }
}
