import { isDeepStrictEqual } from "node:util";

import { AppError, notFound } from "@cairn/contract/errors";
import { mergeCriteria } from "@cairn/contract/merge-criteria";
import { canMoveTask, explainRefusedMove, type TaskState } from "@cairn/contract/task-states";
import { maxCriteria, type Criterion, type updateTask } from "@cairn/contract/tasks";
import type { z } from "zod";

import type { Ctx } from "#server/ctx.ts";
import { holdService } from "#server/domain/services/hold-service.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { checkParent } from "./check-parent.ts";
import { nameParent, nameTask } from "./describe-tasks.ts";
import { linkTasks } from "./link-tasks.ts";
import { placeTask } from "./place-task.ts";
import { moverOf, recordTaskEvents, type FieldChange } from "./record-task-events.ts";
import { lockTaskOrder } from "./task-lanes.store.ts";
import { listLinks } from "./task-links.store.ts";
import { distinctLabels, sayCriteria, toCriteria } from "./task-values.ts";
import { holdMember, lockTasks, selectTasks, updateTaskRow, type NamedTaskRow, type TaskRow } from "./tasks.store.ts";

/** The fields that a change is about; the others stay. */
export type TaskChange = z.output<(typeof updateTask)["body"]>;

/** What changing a task needs of its surroundings. */
type TaskChanger = Pick<Ctx, "actor" | "now" | "newId">;

/** What is written to a task's own row, and what its activity says about it. */
interface TaskRowChange {
  row: Partial<TaskRow>;
  events: FieldChange[];
}

/**
 * Those of these tasks that the project has, in the order of their numbers. Nobody else changes them before the
 * transaction `tx` ends; nor the order and the links of the project's tasks, where the change is about those.
 */
export async function lockTasksFor(
  tx: Db,
  project: ProjectKey,
  taskIds: readonly string[],
  change: TaskChange,
): Promise<NamedTaskRow[]> {
  const { state, afterTaskId, beforeTaskId, blockedBy, parentId, serviceId, assignee } = change;
  const isAboutOrder = [state, afterTaskId, beforeTaskId, blockedBy, parentId].some((field) => field !== undefined);
  // Several tasks are locked under the product's row as well: who deletes the product comes to them in another order.
  const needsOrder = isAboutOrder || taskIds.length > 1;
  if (needsOrder && !(await lockTaskOrder(tx, project))) throw notFound("Product");
  // Before the tasks, as whoever deletes a service or removes a member comes to their tasks last: so nobody waits in a circle.
  if (serviceId) await holdService(tx, project, serviceId);
  if (assignee) await holdMember(tx, project.organizationId, assignee);
  await lockTasks(tx, project, taskIds);
  return await selectTasks(tx, project, taskIds);
}

/** Whether the change is about the lane and the place of a task and about nothing else. */
export function isMoveAlone(change: TaskChange): boolean {
  return Object.keys(change).every((field) => moveFields.has(field));
}

const moveFields = new Set<string>(["state", "afterTaskId", "beforeTaskId"] satisfies (keyof TaskChange)[]);

/** Why the actor may not move this task there; null where they may. */
export function refusalOfMove(
  ctx: Pick<Ctx, "actor">,
  { state: from, isRunning }: Pick<NamedTaskRow, "state" | "isRunning">,
  to: TaskState | undefined,
): string | null {
  const request = { from, by: moverOf(ctx), isRunning };
  return to === undefined || canMoveTask({ ...request, to }) ? null : explainRefusedMove({ ...request, to });
}

/** Writes what is given of a task that `lockTasksFor` locked for this change, and records who did. */
export async function changeTask(ctx: TaskChanger, tx: Db, former: NamedTaskRow, change: TaskChange): Promise<void> {
  const refusal = refusalOfMove(ctx, former, change.state);
  if (refusal !== null) throw new AppError("conflict", { message: refusal });
  const changes = [
    changeText(ctx, former, change),
    await changeService(tx, former, change),
    await changeAssignee(tx, former, change),
    await changePlace(tx, former, change),
    await changeParent(tx, former, change),
  ];
  const events = [...changes.flatMap((part) => part.events), ...(await changeBlockers(tx, former, change))];
  const row = Object.assign({}, ...changes.map((part) => part.row)) as Partial<TaskRow>;
  if (events.length > 0) row.updatedAt = ctx.now();
  if (Object.keys(row).length > 0) await updateTaskRow(tx, former, row);
  await recordTaskEvents(ctx, tx, former, events);
}

/** Fields whose value is all there is to them. */
function changeText(ctx: TaskChanger, former: NamedTaskRow, change: TaskChange): TaskRowChange {
  const given = {
    title: change.title,
    description: change.description,
    priority: change.priority,
    labels: change.labels && distinctLabels(change.labels),
    acceptanceCriteria: change.acceptanceCriteria && writeCriteria(ctx, former, change),
  };
  const say: Record<keyof typeof given, (row: Pick<TaskRow, keyof typeof given>) => string | null> = {
    title: (row) => row.title,
    description: () => null,
    priority: (row) => row.priority,
    labels: (row) => row.labels.join(", ") || null,
    acceptanceCriteria: (row) => sayCriteria(row.acceptanceCriteria),
  };
  const fields = (Object.keys(given) as (keyof typeof given)[]).filter(
    (field) => given[field] !== undefined && !isDeepStrictEqual(given[field], former[field]),
  );
  const row = Object.fromEntries(fields.map((field) => [field, given[field]])) as Partial<TaskRow>;
  const latter = { ...former, ...row };
  return { row, events: fields.map((field) => ({ field, from: say[field](former), to: say[field](latter) })) };
}

/** Over what others made of the list since the client read it, where it says what it read. */
function writeCriteria(
  ctx: TaskChanger,
  { acceptanceCriteria: theirs }: NamedTaskRow,
  { acceptanceCriteria = [], criteriaBase }: TaskChange,
): Criterion[] {
  const mine = toCriteria(acceptanceCriteria, ctx.newId);
  const merged = criteriaBase === undefined ? mine : mergeCriteria({ base: criteriaBase, mine, theirs });
  if (merged.length <= maxCriteria) return merged;
  throw new AppError("conflict", {
    message: `Somebody else added criteria, and a task can't have more than ${maxCriteria}`,
  });
}

async function changeService(tx: Db, former: NamedTaskRow, { serviceId }: TaskChange): Promise<TaskRowChange> {
  if (serviceId === undefined || serviceId === former.serviceId) return { row: {}, events: [] };
  const name = serviceId && (await holdService(tx, former, serviceId));
  if (serviceId !== null && name === null) throw notFound("Service");
  return { row: { serviceId }, events: [{ field: "service", from: former.service?.name ?? null, to: name }] };
}

/** The activity keeps ids of people and not their names, which go with their accounts. */
async function changeAssignee(tx: Db, former: NamedTaskRow, { assignee }: TaskChange): Promise<TaskRowChange> {
  if (assignee === undefined || assignee === former.assigneeId) return { row: {}, events: [] };
  if (assignee !== null && !(await holdMember(tx, former.organizationId, assignee))) throw notFound("Member");
  return { row: { assigneeId: assignee }, events: [{ field: "assignee", from: former.assigneeId, to: assignee }] };
}

/** Another lane, another place in it, or both. A place alone is nothing that the activity speaks of. */
async function changePlace(tx: Db, former: NamedTaskRow, change: TaskChange): Promise<TaskRowChange> {
  const { taskId } = former;
  const state = change.state ?? former.state;
  const isMove = state !== former.state;
  const hasPlace = change.afterTaskId !== undefined || change.beforeTaskId !== undefined;
  if (!isMove && !hasPlace) return { row: {}, events: [] };
  const rank = await placeTask(tx, former, { taskId, state, place: change });
  if (!isMove) return { row: rank === former.rank ? {} : { rank }, events: [] };
  return { row: { state, rank }, events: [{ field: "state", from: former.state, to: state }] };
}

async function changeParent(tx: Db, former: NamedTaskRow, { parentId }: TaskChange): Promise<TaskRowChange> {
  if (parentId === undefined || parentId === former.parentId) return { row: {}, events: [] };
  const to = parentId && (await checkParent(tx, former, { taskId: former.taskId, parentId }));
  return { row: { parentId }, events: [{ field: "parent", from: nameParent(former), to }] };
}

/** Written at once, since links have rows of their own. */
async function changeBlockers(tx: Db, former: NamedTaskRow, { blockedBy }: TaskChange): Promise<FieldChange[]> {
  if (blockedBy === undefined) return [];
  const formerIds = (await listLinks(tx, former, [former.taskId])).map(({ blockerId }) => blockerId);
  const blockerIds = [...new Set(blockedBy)];
  if (formerIds.toSorted().join() === blockerIds.toSorted().join()) return [];
  const from = (await selectTasks(tx, former, formerIds)).map(nameTask).join(", ");
  const to = (await linkTasks(tx, former, { taskId: former.taskId, blockerIds })).join(", ");
  return [{ field: "blockedBy", from: from || null, to: to || null }];
}
