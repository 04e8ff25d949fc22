import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { taskStates } from "@cairn/contract/task-states";
import { maxLaneCards, type getTaskBoard as endpoint } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { countLanes } from "./count-lanes.ts";
import { describeCards } from "./describe-tasks.ts";
import { listCardRows } from "./tasks.store.ts";

/** All lanes of a project's board; archived tasks are only counted unless asked for. */
export async function getTaskBoard(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "task.read");
  const states = taskStates.filter((state) => state !== "archived" || input.archived);
  const board = { organizationId: project.organizationId, projectIds: [project.projectId] };
  const rows = await listCardRows(ctx.db, board, { states, laneLimit: maxLaneCards });
  return { cards: await describeCards(ctx.db, project, rows), totals: await countLanes(ctx.db, board) };
}
