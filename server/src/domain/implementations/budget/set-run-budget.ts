import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { setRunBudget as endpoint } from "@cairn/contract/implementations";

import type { Ctx } from "#server/ctx.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { updateTokenLimit } from "#server/domain/implementations/store/pauses.store.ts";
import { appendOperations } from "#server/domain/implementations/store/runs.store.ts";
import { lockImplementation } from "#server/domain/implementations/store/starting.store.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { lockTasksFor } from "#server/domain/tasks/change-task.ts";

import { continuePausedRun } from "./continue-paused-run.ts";

/**
 * Sets what the model calls of an implementation may take over all its runs; one that is paused goes on. A limit below
 * what was taken already lets it call nothing more. Throws `conflict` where it was merged or discarded.
 */
export async function setRunBudget(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId } = await requireProject(ctx, input, "implementation.run");
  const { taskId, implementationId, tokenLimit } = input;
  const key = { organizationId, projectId, taskId, implementationId };
  await ctx.db.transaction(async (tx) => {
    const [task] = await lockTasksFor(tx, key, [taskId], { state: "in-progress" });
    const row = await lockImplementation(tx, key);
    if (task === undefined || row === null) throw notFound("Implementation");
    if (row.state !== "created") {
      throw new AppError("conflict", { message: "This implementation was decided upon already." });
    }
    await updateTokenLimit(tx, implementationId, tokenLimit);
    const text = `The limit is ${tokenLimit.toLocaleString("en")} tokens of the model from here on.`;
    await appendOperations(tx, row, [{ step: "task-implementation", kind: "note", text }], ctx.now());
    if (row.runState === "paused") await continuePausedRun(ctx, tx, row);
  });
  return await getImplementation(ctx, key);
}
