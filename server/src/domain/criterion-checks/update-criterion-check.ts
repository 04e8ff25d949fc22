import type { updateCriterionCheck as endpoint } from "@cairn/contract/criterion-checks";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { lockTasksFor } from "#server/domain/tasks/change-task.ts";

import { deleteCheck, deleteOtherChecks, writeCheck } from "./criterion-checks.store.ts";
import { describeCriterionChecks } from "./load-criterion-checks.ts";
import { deleteProposed } from "./proposed-checks.store.ts";

/**
 * Chooses what is run for one criterion of a task, which settles what was proposed for it. A run that has begun keeps what
 * was chosen when it did.
 */
export async function updateCriterionCheck(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId } = await requireProject(ctx, input, "task.write");
  const { taskId, criterionId, check } = input;
  return await ctx.db.transaction(async (tx) => {
    const [task] = await lockTasksFor(tx, { organizationId, projectId }, [taskId], {});
    if (task === undefined) throw notFound("Task");
    const ids = task.acceptanceCriteria.map(({ id }) => id);
    if (!ids.includes(criterionId)) throw notFound("Criterion");
    await deleteOtherChecks(tx, task, ids);
    await deleteProposed(tx, task, [criterionId]);
    if (check.kind === "person") await deleteCheck(tx, task, criterionId);
    else {
      const updatedBy = ctx.actor.kind === "user" ? ctx.actor.userId : null;
      await writeCheck(tx, task, { criterionId, check, updatedBy, updatedAt: ctx.now() });
    }
    return await describeCriterionChecks(tx, task);
  });
}
