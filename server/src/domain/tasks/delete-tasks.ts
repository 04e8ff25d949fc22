import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { deleteTasks as endpoint } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { changeTask } from "./change-task.ts";
import { nameTask } from "./describe-tasks.ts";
import { listSubtaskIds } from "./subtasks.store.ts";
import { lockTaskOrder } from "./task-lanes.store.ts";
import { deleteTaskRows, lockTasks, selectTasks } from "./tasks.store.ts";

/**
 * Deletes tasks with their activity; what waited for them waits no more, and their sub-tasks stay as tasks of their own.
 * Those that are gone already are passed over.
 */
export async function deleteTasks(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "task.write");
  const { organizationId } = project;
  await ctx.db.transaction(async (tx) => {
    // Nobody links to them meanwhile, and who deletes the product waits.
    if (!(await lockTaskOrder(tx, project))) throw notFound("Product");
    const isDeleted = new Set(input.taskIds);
    const subtaskIds = await listSubtaskIds(tx, project, input.taskIds);
    const leftIds = subtaskIds.filter((taskId) => !isDeleted.has(taskId));
    await lockTasks(tx, project, [...input.taskIds, ...leftIds]);
    const rows = await selectTasks(tx, project, input.taskIds);
    if (rows.length === 0) throw notFound("Task");
    for (const left of await selectTasks(tx, project, leftIds)) await changeTask(ctx, tx, left, { parentId: null });
    await deleteTaskRows(
      tx,
      project,
      rows.map(({ taskId }) => taskId),
    );
    for (const row of rows) {
      const target = `${nameTask(row)} ${row.title}`;
      await recordAudit(ctx, tx, { organizationId, action: "task.deleted", target });
    }
  });
}
