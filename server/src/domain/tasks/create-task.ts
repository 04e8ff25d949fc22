import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import { canMoveTask, defaultTaskState, taskStateNames } from "@cairn/contract/task-states";
import type { createTask as endpoint } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { requireProject, type AccessedProject } from "#server/domain/members/require-project.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { violatedConstraint } from "#server/platform/db/unique-violation.ts";

import { chooseTaskKey } from "./choose-task-key.ts";
import { getTask } from "./get-task.ts";
import { linkTasks } from "./link-tasks.ts";
import { placeTask } from "./place-task.ts";
import { moverOf, recordTaskEvents } from "./record-task-events.ts";
import { listTaskKeys, setTaskKey, takeTaskNumber } from "./task-lanes.store.ts";
import { distinctLabels, toCriteria } from "./task-values.ts";
import { holdMember, holdService, insertTask } from "./tasks.store.ts";

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

async function writeTask(
  ctx: Ctx,
  tx: Db,
  { project, taskId, input }: { project: AccessedProject; taskId: string; input: CreateTaskInput },
): Promise<void> {
  const { organizationId, projectId } = project;
  const { title, description = "", serviceId = null, assignee = null, priority = "none" } = input;
  const { state = defaultTaskState, blockedBy = [] } = input;
  // The project's row stays locked from here on: no number is taken twice, and no place or link beside this one.
  const projectTaskId = await takeNumber(tx, project);
  if (serviceId !== null && (await holdService(tx, project, serviceId)) === null) throw notFound("Service");
  if (assignee !== null && !(await holdMember(tx, organizationId, assignee))) throw notFound("Member");
  const rank = await placeTask(tx, project, { taskId, state, place: input });
  await insertTask(tx, {
    taskId,
    organizationId,
    projectId,
    projectTaskId,
    title,
    description,
    acceptanceCriteria: toCriteria(input.acceptanceCriteria ?? [], ctx.newId),
    state,
    rank,
    priority,
    labels: distinctLabels(input.labels ?? []),
    serviceId,
    assigneeId: assignee,
    createdBy: ctx.actor.kind === "user" || ctx.actor.kind === "agent" ? ctx.actor.userId : null,
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  });
  if (blockedBy.length > 0) await linkTasks(tx, project, { taskId, blockerIds: [...new Set(blockedBy)] });
  await recordTaskEvents(ctx, tx, { organizationId, taskId }, [{ field: "created", from: null, to: title }]);
}

/** The next number of the product, which gets its key with the first one. */
async function takeNumber(tx: Db, project: AccessedProject): Promise<number> {
  const taken = await takeTaskNumber(tx, project);
  if (taken === null) throw notFound("Product");
  if (taken.taskKey === null) {
    const takenKeys = await listTaskKeys(tx, project.organizationId);
    await setTaskKey(tx, project, chooseTaskKey(taken.projectName, takenKeys));
  }
  return taken.number;
}
