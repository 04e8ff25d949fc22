import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { abortWhen } from "#server/domain/pages/writing/abort-when.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import { currentFound } from "#server/domain/service-commands/reading/choose-commands.ts";
import { holdsCheck, takeCheck, updateCheck } from "#server/domain/service-commands/store/command-checks.store.ts";
import { loadStoredCommands } from "#server/domain/service-commands/store/service-commands.store.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";

import { CheckLost, type HeldCheck } from "./check-context.ts";
import { checkPrograms } from "./check-programs.ts";
import { runCheckedCommand } from "./run-checked-command.ts";

/** What ends a server, or fails for no reason that is known, need not do so for ever. */
const maxAttempts = 3;

/**
 * Runs the commands of a check one after the other in a work copy of the main branch. Where the process dies, whoever
 * gets the job next removes what is left and begins again. One that is stopped or gone meanwhile keeps nothing more.
 */
export async function runCommandCheck(ctx: Ctx, key: { organizationId: string; serviceId: string }): Promise<void> {
  const taken = await takeCheck(ctx.db, key);
  if (taken === null) return;
  const { lease, check } = taken;
  try {
    if (check.workCopy !== null) await ctx.sandbox.removeWorkCopy(check.workCopy);
    if (lease.attempt > maxAttempts) {
      return await end(ctx, lease, { state: "interrupted", message: "It was cut off again and again." });
    }
    await abortWhen(
      ctx,
      () => holdsCheck(ctx.db, lease),
      (stoppable) => workThrough(stoppable, { lease, check }),
    );
  } catch (error) {
    if (error instanceof CheckLost) return;
    ctx.signal.throwIfAborted();
    if (!(error instanceof AppError) || error.code === "internal") throw error;
    ctx.log.warn({ error, serviceId: key.serviceId }, "commands could not be checked");
    await end(ctx, lease, { state: "refused", message: error.message });
  }
}

type TakenCheck = NonNullable<Awaited<ReturnType<typeof takeCheck>>>;

async function workThrough(ctx: Ctx, { lease, check }: TakenCheck): Promise<void> {
  const usable = await ctx.sandbox.check();
  if (!usable.isUsable) throw new AppError("unavailable", { message: usable.reason });
  const { repository, commit } = await findCommit(ctx, check);
  const stored = await loadStoredCommands(ctx.db, lease.serviceId);
  const needed = (stored === null ? null : currentFound(stored))?.programs ?? [];
  const commands = check.commands.map(({ kind, command }) => ({ kind, command, ...untried }));
  const held: HeldCheck = { lease, folder: check.folder, commands, needed };
  await update(ctx, lease, { commit, commands, programs: [], message: "Making a work copy" });
  const workCopy = await ctx.sandbox.makeWorkCopy({ repository, commit, signal: ctx.signal });
  try {
    const { id, directory } = workCopy;
    await update(ctx, lease, { workCopy: { id, directory }, message: null });
    // An install is put back only where nothing else ran before.
    const installs = commands[0]?.kind === "install" ? 1 : 0;
    if (installs === 1) await runCheckedCommand({ ctx, held, workCopy, programs: [] }, 0);
    await update(ctx, lease, { message: "Looking which programs are there" });
    const programs = await checkPrograms({ ctx, held, workCopy });
    ctx.signal.throwIfAborted();
    await update(ctx, lease, { programs, message: null });
    for (const at of commands.keys()) {
      if (at >= installs) await runCheckedCommand({ ctx, held, workCopy, programs }, at);
    }
  } finally {
    await ctx.sandbox.removeWorkCopy(workCopy);
  }
  await update(ctx, lease, { state: "done", workCopy: null, endedAt: ctx.now() });
}

const untried = { outcome: null, message: null, startedAt: null, durationMs: null, lastLines: [] };

async function findCommit(ctx: Ctx, { organizationId, repositoryId }: TakenCheck["check"]) {
  const row = await findRepository(ctx, { organizationId, repositoryId });
  const directory = row === null ? null : codeDirectory(ctx, row);
  const branch = row?.mainBranch ?? null;
  const commit = directory === null || branch === null ? null : await resolveCommit(directory, branch, ctx);
  if (directory === null || commit === null) {
    throw new AppError("conflict", { message: "The repository has not been read yet, or its main branch is gone." });
  }
  return { repository: directory, commit };
}

async function update(ctx: Ctx, lease: TakenCheck["lease"], change: Parameters<typeof updateCheck>[2]): Promise<void> {
  if (!(await updateCheck(ctx.db, lease, change))) throw new CheckLost();
}

async function end(
  ctx: Ctx,
  lease: TakenCheck["lease"],
  { state, message }: { state: "refused" | "interrupted"; message: string },
): Promise<void> {
  const check = (await loadStoredCommands(ctx.db, lease.serviceId))?.check;
  const commands = (check?.commands ?? []).map((one) => ({ ...one, outcome: one.outcome ?? ("not-run" as const) }));
  await updateCheck(ctx.db, lease, { state, message, commands, workCopy: null, endedAt: ctx.now() });
}
