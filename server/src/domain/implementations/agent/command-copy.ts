import { AppError } from "@cairn/contract/errors";

import type { CheckedCommands } from "#server/domain/implementations/checks/proof-run.ts";
import { createProgress } from "#server/domain/implementations/checks/report-progress.ts";
import { startInstall } from "#server/domain/implementations/checks/start-install.ts";
import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";
import { showProgress } from "#server/domain/implementations/store/runs.store.ts";
import {
  runServiceCommand,
  type ServiceCommandEnd,
} from "#server/domain/service-commands/running/run-service-command.ts";
import { readChanges } from "#server/platform/git/incoming/read-changes.ts";
import { readBlobs } from "#server/platform/git/objects/read-blobs.ts";
import type { Sandbox, WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";
import { listSecrets } from "#server/platform/secrets/secret.ts";

import { writeIntoCopy } from "./write-into-copy.ts";

interface CommandResult {
  end: ServiceCommandEnd;
  /** What was done before it, in sentences for the model. */
  notes: string[];
}

/** Where the agent's commands run: one work copy for as long as this process works on the phase. */
export interface CommandCopy {
  /** Runs a line for the shell on the files of this commit. Throws an AppError where there is no sandbox. */
  run(command: string, target: { commit: string; isInstall: boolean }): Promise<CommandResult>;
  close(): Promise<void>;
}

/**
 * The work copy is made and installed when the first command needs it, and later given what changed since. What commands
 * left in it beside that is there for those after them, until the process ends.
 */
export function openCommandCopy(work: PhaseWork, commands: CheckedCommands): CommandCopy {
  const { ctx } = work;
  const state: { workCopy: WorkCopy | null; commit: string } = { workCopy: null, commit: "" };
  return {
    async run(command, { commit, isInstall }) {
      const check = await ctx.sandbox.check();
      if (!check.isUsable) throw new AppError("conflict", { message: `Nothing can be run: ${check.reason}` });
      const notes: string[] = [];
      if (state.workCopy === null) {
        state.workCopy = await ctx.sandbox.makeWorkCopy({ repository: work.directory, commit, signal: ctx.signal });
        notes.push(await install(work, state.workCopy, commands));
      } else if (state.commit !== commit) {
        await bringUpToDate(work, { workCopy: state.workCopy, from: state.commit, to: commit });
      }
      state.commit = commit;
      const { workCopy } = state;
      const sandbox = isInstall ? startInstall(ctx.sandbox, { command, isTrusted: false }) : ctx.sandbox;
      return { end: await runShown(work, { sandbox, workCopy, command, folder: commands.folder }), notes };
    },
    async close() {
      if (state.workCopy !== null) await ctx.sandbox.removeWorkCopy(state.workCopy);
    },
  };
}

/** Answers what was done, as a sentence. */
async function install(
  work: PhaseWork,
  workCopy: WorkCopy,
  { install: command, folder }: CheckedCommands,
): Promise<string> {
  if (command === null) return "The files were laid out anew.";
  const isTrusted = workCopy.commit === work.row.baseOid;
  const sandbox = startInstall(work.ctx.sandbox, { command, isTrusted });
  const { message } = await runShown(work, { sandbox, workCopy, command, folder });
  return `The files were laid out anew, and installed with ${command}: ${message}`;
}

async function bringUpToDate(
  { ctx, directory }: PhaseWork,
  { workCopy, from, to }: { workCopy: WorkCopy; from: string; to: string },
): Promise<void> {
  const { signal } = ctx;
  const changes = await readChanges(directory, { from, to, signal });
  const written = changes.filter(({ mode }) => mode !== "000000");
  const contents = new Map<string, Buffer>();
  for await (const { oid, bytes } of readBlobs(directory, [...new Set(written.map(({ oid }) => oid))], { signal })) {
    if (bytes !== null) contents.set(oid, bytes);
  }
  for (const { path, mode, oid } of changes) {
    if (path === null) continue;
    const content = mode === "000000" ? null : (contents.get(oid) ?? null);
    await writeIntoCopy(ctx.sandbox, workCopy, { path, content, isProgram: mode === "100755", signal });
  }
}

/** Its last lines are shown while it runs. */
async function runShown(
  { ctx, lease }: PhaseWork,
  order: { sandbox: Pick<Sandbox, "start">; workCopy: WorkCopy; command: string; folder: string },
): Promise<ServiceCommandEnd> {
  const { sandbox, workCopy, command, folder } = order;
  const title = "A command of the agent";
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
