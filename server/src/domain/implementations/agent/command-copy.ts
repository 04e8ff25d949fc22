import { AppError } from "@cairn/contract/errors";

import type { CheckedCommands } from "#server/domain/implementations/checks/proof-run.ts";
import { startInstall } from "#server/domain/implementations/checks/start-install.ts";
import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";
import type { ServiceCommandEnd } from "#server/domain/service-commands/running/run-service-command.ts";
import { readChanges } from "#server/platform/git/incoming/read-changes.ts";
import { readBlobs } from "#server/platform/git/objects/read-blobs.ts";
import type { WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";

import { runInstallCommand } from "./run-install-command.ts";
import { runShown } from "./run-shown.ts";
import { writeIntoCopy } from "./write-into-copy.ts";

interface CommandResult {
  end: ServiceCommandEnd;
  /** What was done before it, in sentences for the model. */
  notes: string[];
}

const title = "A command of the agent";

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
      const { folder } = commands;
      return { end: await runShown(work, { sandbox, workCopy, command, folder, title }), notes };
    },
    async close() {
      if (state.workCopy !== null) await ctx.sandbox.removeWorkCopy(state.workCopy);
    },
  };
}

/** Answers what was done, as a sentence. */
async function install(work: PhaseWork, workCopy: WorkCopy, commands: CheckedCommands): Promise<string> {
  const said = await runInstallCommand(work, workCopy, commands);
  return said === null ? "The files were laid out anew." : `The files were laid out anew, and ${said}`;
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
