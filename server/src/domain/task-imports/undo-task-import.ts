import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { undoTaskImport as endpoint } from "@cairn/contract/task-imports";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { deleteBroughtTasks } from "#server/domain/tasks/delete-brought-tasks.ts";
import { lockTaskOrderOf } from "#server/domain/tasks/lock-task-order.ts";

import { getTaskImport } from "./get-task-import.ts";
import { listImportedTasks, lockImport, updateImport, type ImportKey } from "./task-imports.store.ts";

/** As many as are deleted in one transaction. */
const batchSize = 500;

/**
 * Takes back an import: deletes those of its tasks that nobody has changed, and leaves the others. What was running stops.
 * Cut off half-way, it is called again. Undone already, it stays so.
 */
export async function undoTaskImport(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId, name } = await requireProject(ctx, input, "task.write");
  const key = { organizationId, projectId, importId: input.importId };
  if (await stopImport(ctx, key)) {
    const taskIds = await listImportedTasks(ctx.db, key);
    for (let at = 0; at < taskIds.length; at += batchSize) await deleteBatch(ctx, key, { taskIds, at });
    await ctx.db.transaction(async (tx) => {
      const row = await lockImport(tx, key);
      if (row === null || row.state === "undone") return;
      await updateImport(tx, key, { state: "undone", failure: null });
      const target = `${row.written - row.kept} of ${row.written} tasks of ${row.name} in ${name}`;
      await recordAudit(ctx, tx, { organizationId, action: "task.import-undone", target });
    });
  }
  return await getTaskImport(ctx, key);
}

/** False where nothing is left to undo. From here on no job writes for it. */
async function stopImport(ctx: Ctx, key: ImportKey): Promise<boolean> {
  return await ctx.db.transaction(async (tx) => {
    const row = await lockImport(tx, key);
    if (row === null) throw notFound("Import");
    if (row.state === "undone") return false;
    if (row.state === "preview") throw new AppError("conflict", { message: "This import was not started yet." });
    await updateImport(tx, key, { kept: 0, ...(row.state === "running" ? { state: "failed", failure: stopped } : {}) });
    return true;
  });
}

const stopped = "It was stopped.";

async function deleteBatch(
  ctx: Ctx,
  key: ImportKey,
  { taskIds: companions, at }: { taskIds: readonly string[]; at: number },
): Promise<void> {
  ctx.signal.throwIfAborted();
  const taskIds = companions.slice(at, at + batchSize);
  await ctx.db.transaction(async (tx) => {
    await lockTaskOrderOf(tx, key);
    const row = await lockImport(tx, key);
    const deleted = await deleteBroughtTasks(tx, key, { taskIds, companions });
    await updateImport(tx, key, { kept: (row?.kept ?? 0) + taskIds.length - deleted });
  });
}
