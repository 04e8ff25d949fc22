import type { InputOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import { defaultTaskState } from "@cairn/contract/task-states";
import type { createTask as endpoint } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { findPersonId } from "#server/domain/members/require-organization.ts";
import { holdService } from "#server/domain/services/hold-service.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { checkParent } from "./check-parent.ts";
import { linkTasks } from "./link-tasks.ts";
import { placeTask } from "./place-task.ts";
import { recordTaskEvents } from "./record-task-events.ts";
import { takeNumbers } from "./take-numbers.ts";
import { distinctLabels, toCriteria } from "./task-values.ts";
import { holdMember, insertTasks } from "./tasks.store.ts";

/** What is written of a new task. */
export type NewTask = Omit<InputOf<typeof endpoint>, keyof ProjectKey>;

/**
 * Writes a new task within the transaction `tx` and answers its number. Ends with the constraint `projects_task_key` where
 * the first task of another product took the same key at this moment. The caller has already checked the right.
 */
export async function writeTask(
  ctx: Ctx,
  tx: Db,
  { project, taskId, input }: { project: ProjectKey; taskId: string; input: NewTask },
): Promise<number> {
  const { organizationId, projectId } = project;
  const { title, description = "", serviceId = null, assignee = null, parentId = null, priority = "none" } = input;
  const { state = defaultTaskState, blockedBy = [] } = input;
  // The project's row stays locked from here on: no number is taken twice, and no place or link beside this one.
  const projectTaskId = await takeNumbers(tx, project, 1);
  if (serviceId !== null && (await holdService(tx, project, serviceId)) === null) throw notFound("Service");
  if (assignee !== null && !(await holdMember(tx, organizationId, assignee))) throw notFound("Member");
  if (parentId !== null) await checkParent(tx, project, { taskId, parentId });
  const rank = await placeTask(tx, project, { taskId, state, place: input });
  await insertTasks(tx, [
    {
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
      parentId,
      createdBy: findPersonId(ctx),
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
      originUrl: null,
      originKey: null,
    },
  ]);
  if (blockedBy.length > 0) await linkTasks(tx, project, { taskId, blockerIds: [...new Set(blockedBy)] });
  await recordTaskEvents(ctx, tx, { organizationId, taskId }, [{ field: "created", from: null, to: title }]);
  return projectTaskId;
}
