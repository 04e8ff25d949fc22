import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import { taskStates } from "@cairn/contract/task-states";
import type { getTaskNeighbours as endpoint } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { nameTask } from "./describe-tasks.ts";
import { findGap, findRanks, type RankedRow } from "./task-lanes.store.ts";
import { selectTasks } from "./tasks.store.ts";

/** The tasks before and after one in the order of the board. */
export async function getTaskNeighbours(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "task.read");
  const [task] = await findRanks(ctx.db, project, [input.taskId]);
  if (task === undefined) throw notFound("Task");
  const previousId = await findBeside(ctx.db, project, task, "before");
  const nextId = await findBeside(ctx.db, project, task, "after");
  const rows = await selectTasks(
    ctx.db,
    project,
    [previousId, nextId].filter((taskId) => taskId !== null),
  );
  const describe = (taskId: string | null) => {
    const row = rows.find((one) => one.taskId === taskId);
    return row ? { taskId: row.taskId, name: nameTask(row), title: row.title } : null;
  };
  return { previous: describe(previousId), next: describe(nextId) };
}

/** The next task on that side: of its own lane, else at the edge of the nearest lane that has any. */
async function findBeside(
  db: Db,
  project: ProjectKey,
  task: RankedRow,
  side: "before" | "after",
): Promise<string | null> {
  const own = taskStates.indexOf(task.state);
  const lanes = side === "after" ? taskStates.slice(own) : taskStates.slice(0, own + 1).toReversed();
  for (const state of lanes) {
    const of = state === task.state ? task : null;
    const { previous, next } = await findGap(db, project, { state, taskId: task.taskId, side, of });
    const beside = side === "after" ? next : previous;
    if (beside) return beside.taskId;
  }
  return null;
}
