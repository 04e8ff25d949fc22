import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import { canMoveTask, defaultTaskState, taskStateNames } from "@cairn/contract/task-states";
import type { createTask as endpoint } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { violatedConstraint } from "#server/platform/db/unique-violation.ts";

import { getTask } from "./get-task.ts";
import { moverOf } from "./record-task-events.ts";
import { writeTask } from "./write-task.ts";

type CreateTaskInput = InputOf<typeof endpoint>;

/** A new task with the product's next number; without a state it is one of the backlog. */
export async function createTask(ctx: Ctx, input: CreateTaskInput): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "task.create");
  const { organizationId, projectId } = project;
  const { state = defaultTaskState } = input;
  // Whatever an agent may not move there it may not put there either; people bring work that is done elsewhere.
  if (moverOf(ctx) === "agent" && !canMoveTask({ from: defaultTaskState, to: state, by: "agent" })) {
    throw new AppError("conflict", { message: `Agents create no tasks in ${taskStateNames[state]}` });
  }
  const taskId = ctx.newId();
  try {
    await ctx.db.transaction((tx) => writeTask(ctx, tx, { project, taskId, input }));
  } catch (error) {
    if (violatedConstraint(error) !== "projects_task_key") throw error;
    // The first task of another product took the same key at this moment; now it is known to be taken.
    return await createTask(ctx, input);
  }
  return await getTask(ctx, { organizationId, projectId, taskId });
}
