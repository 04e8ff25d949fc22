import { bodyOf, type InputOf, type ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import { compareTasks } from "@cairn/contract/task-order";
import { landingEdge } from "@cairn/contract/task-states";
import { updateTasks as endpoint } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { changeTask, lockTasksFor, refusalOfMove, type TaskChange } from "./change-task.ts";
import { describeTasks, nameTask } from "./describe-tasks.ts";
import { selectTasks, type NamedTaskRow } from "./tasks.store.ts";

type Refused = ResultOf<typeof endpoint>["refused"];

/** Changes several tasks at once. One whose state does not allow the move, or that is gone, stays as it is and says why. */
export async function updateTasks(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "task.write");
  const { taskIds, ...change } = bodyOf(endpoint, input);
  const refused = await ctx.db.transaction(async (tx) => {
    const formers = await lockTasksFor(tx, project, taskIds, change);
    if (formers.length === 0) throw notFound("Task");
    const isRefused = (row: NamedTaskRow) => refusalOfMove(ctx, row, change.state) !== null;
    for (const former of inOrderOfLanding(formers, change)) {
      if (!isRefused(former)) await changeTask(ctx, tx, former, change);
    }
    return listRefused(ctx, { taskIds, formers, change });
  });
  const rows = await selectTasks(ctx.db, project, taskIds);
  return { tasks: await describeTasks(ctx.db, project, rows), refused };
}

/** One after the other they come to the same end of the lane; so they stand there as they stood before. */
function inOrderOfLanding(formers: readonly NamedTaskRow[], { state }: TaskChange): NamedTaskRow[] {
  const sorted = formers.toSorted(compareTasks);
  return state !== undefined && landingEdge(state) === "start" ? sorted.reverse() : sorted;
}

function listRefused(
  ctx: Ctx,
  { taskIds, formers, change }: { taskIds: readonly string[]; formers: readonly NamedTaskRow[]; change: TaskChange },
): Refused {
  const byId = new Map(formers.map((row) => [row.taskId, row]));
  return [...new Set(taskIds)].flatMap((taskId): Refused => {
    const row = byId.get(taskId);
    if (row === undefined) return [{ taskId, name: null, message: "Task not found" }];
    const message = refusalOfMove(ctx, row, change.state);
    return message === null ? [] : [{ taskId, name: nameTask(row), message }];
  });
}
