import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { startTaskImport as endpoint } from "@cairn/contract/task-imports";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { getTaskImport } from "./get-task-import.ts";
import { lockImport, updateImport } from "./task-imports.store.ts";

/** Begins to write the tasks of a preview. One that was started already is answered as it is; a failed one goes on. */
export async function startTaskImport(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId, name } = await requireProject(ctx, input, "task.write");
  const key = { organizationId, projectId, importId: input.importId };
  await ctx.db.transaction(async (tx) => {
    const row = await lockImport(tx, key);
    if (row === null) throw notFound("Import");
    if (row.state === "undone") throw new AppError("conflict", { message: "This import was undone. Preview it anew." });
    if (row.state === "running" || row.state === "done") return;
    if (row.total === 0) throw new AppError("unprocessable", { message: "There is nothing to import." });
    const startedAt = row.startedAt ?? ctx.now();
    // Whoever starts it answers for it: its tasks are theirs.
    const createdBy = ctx.actor.kind === "user" ? ctx.actor.userId : row.createdBy;
    await updateImport(tx, key, { state: "running", failure: null, startedAt, createdBy });
    await ctx.enqueue(tx, "import-tasks", { organizationId, importId: row.importId }, row.importId);
    if (row.state === "preview") {
      const target = `${row.total} ${row.total === 1 ? "task" : "tasks"} of ${row.name} into ${name}`;
      await recordAudit(ctx, tx, { organizationId, action: "task.imported", target });
    }
  });
  return await getTaskImport(ctx, key);
}
