import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { TaskState } from "@cairn/contract/task-states";
import { maxSummaryTasks, type getTaskSummary as endpoint, type TaskReference } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { countReviewNeeds } from "#server/domain/attention-items/count-review-needs.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { countLanes } from "./count-lanes.ts";
import { toReference } from "./list-mentioned-tasks.ts";
import { findRecommendedId } from "./task-links.store.ts";
import { listLaneStart, selectMentionedTasks } from "./task-references.store.ts";

/** How many tasks each state has, those that a person would look at first, and how many wait for them. */
export async function getTaskSummary(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "task.read");
  const recommendedId = await findRecommendedId(ctx.db, project);
  const taskIds = recommendedId === null ? [] : [recommendedId];
  const [recommended] = await selectMentionedTasks(ctx.db, project, { taskIds, names: [] });
  const startOf = async (state: TaskState): Promise<TaskReference[]> =>
    (await listLaneStart(ctx.db, project, { state, limit: maxSummaryTasks })).map(toReference);
  return {
    totals: await countLanes(ctx.db, { organizationId: project.organizationId, projectIds: [project.projectId] }),
    recommended: recommended ? toReference(recommended) : null,
    inReview: await startOf("in-review"),
    inProgress: await startOf("in-progress"),
    needYou: await countReviewNeeds(ctx, project.projectId),
  };
}
