import type { getCriterionChecks as endpoint } from "@cairn/contract/criterion-checks";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { findTask } from "#server/domain/tasks/find-task.ts";

import { loadCriterionChecks } from "./load-criterion-checks.ts";

/** What is run for the criteria of a task; a person judges those that are missing. */
export async function getCriterionChecks(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId } = await requireProject(ctx, input, "task.read");
  const { task } = await findTask(ctx, { organizationId, projectId, nameOrId: input.taskId });
  return { checks: await loadCriterionChecks(ctx.db, { ...task, organizationId }) };
}
