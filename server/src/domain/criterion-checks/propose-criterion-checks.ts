import type { proposeCriterionChecks as endpoint } from "@cairn/contract/criterion-checks";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { lockTasksFor } from "#server/domain/tasks/change-task.ts";

import { listChecks } from "./criterion-checks.store.ts";
import { describeCriterionChecks } from "./load-criterion-checks.ts";
import { listProposed, requestProposals } from "./proposed-checks.store.ts";

/**
 * Puts in line that a check is worked out for each criterion that has none, in place of what was proposed before. It is
 * tried in the sandbox and may ask the model: it takes the right to run implementations.
 */
export async function proposeCriterionChecks(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId } = await requireProject(ctx, input, "implementation.run");
  const { taskId } = input;
  return await ctx.db.transaction(async (tx) => {
    const [task] = await lockTasksFor(tx, { organizationId, projectId }, [taskId], {});
    if (task === undefined) throw notFound("Task");
    const checked = new Set((await listChecks(tx, task)).map(({ criterionId }) => criterionId));
    const proposed = await listProposed(tx, task);
    const isAwaited = ({ id, text }: { id: string; text: string }) =>
      proposed.some((row) => row.criterionId === id && row.criterion === text && row.state === "waiting");
    const open = task.acceptanceCriteria.filter(({ id }) => !checked.has(id));
    if (open.length === 0) {
      const isEmpty = task.acceptanceCriteria.length === 0;
      const message = isEmpty ? "This task has no acceptance criteria yet." : "Each criterion has a check already.";
      throw new AppError("conflict", { message });
    }
    const criteria = open.filter((criterion) => !isAwaited(criterion));
    if (criteria.length > 0) {
      const requestedBy = ctx.actor.kind === "user" ? ctx.actor.userId : null;
      await requestProposals(tx, task, { criteria, requestId: ctx.newId(), requestedBy, requestedAt: ctx.now() });
    }
    // Also where all are waited for: whoever worked on them may have been killed too often to be tried again.
    await ctx.enqueue(tx, "propose-checks", { organizationId, projectId, taskId }, taskId);
    return await describeCriterionChecks(tx, task);
  });
}
