import type { getCriterionChecks as endpoint } from "@cairn/contract/criterion-checks";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { findTask } from "#server/domain/tasks/find-task.ts";

import { describeCriterionChecks } from "./load-criterion-checks.ts";

/** What is run for the criteria of a task, and what could be; a person judges those that nothing is run for. */
export async function getCriterionChecks(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId } = await requireProject(ctx, input, "task.read");
  const { task } = await findTask(ctx, { organizationId, projectId, nameOrId: input.taskId });
  return await describeCriterionChecks(ctx.db, { ...task, organizationId });
}
