import { bodyOf, type InputOf, type ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import { updateCriterion as endpoint } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { changeTask, lockTasksFor } from "./change-task.ts";
import { getTask } from "./get-task.ts";

/** Ticks or rewords one criterion; what others do to its neighbours at the same time stays. */
export async function updateCriterion(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, input.text === undefined ? "task.tick" : "task.write");
  const { organizationId, projectId } = project;
  const { taskId, criterionId } = input;
  const change = bodyOf(endpoint, input);
  await ctx.db.transaction(async (tx) => {
    const [former] = await lockTasksFor(tx, project, [taskId], {});
    if (former === undefined) throw notFound("Task");
    const { acceptanceCriteria } = former;
    if (!acceptanceCriteria.some(({ id }) => id === criterionId)) throw notFound("Criterion");
    await changeTask(ctx, tx, former, {
      acceptanceCriteria: acceptanceCriteria.map((one) => (one.id === criterionId ? { ...one, ...change } : one)),
    });
  });
  return await getTask(ctx, { organizationId, projectId, taskId });
}
