import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { taskStates } from "@cairn/contract/task-states";
import { maxLaneCards, type getTaskBoard as endpoint } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { describeCards } from "./describe-tasks.ts";
import { countTasksByState, listCardRows } from "./tasks.store.ts";

/** All lanes of a project's board; archived tasks are only counted unless asked for. */
export async function getTaskBoard(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "task.read");
  const states = taskStates.filter((state) => state !== "archived" || input.archived);
  const rows = await listCardRows(ctx.db, project, { states, laneLimit: maxLaneCards });
  const totals = await countTasksByState(ctx.db, project);
  return {
    cards: await describeCards(ctx.db, project, rows),
    totals: {
      backlog: totals.get("backlog") ?? 0,
      todo: totals.get("todo") ?? 0,
      "in-progress": totals.get("in-progress") ?? 0,
      "in-review": totals.get("in-review") ?? 0,
      done: totals.get("done") ?? 0,
      archived: totals.get("archived") ?? 0,
    },
  };
}
