import type { Ctx } from "#server/ctx.ts";
import { listMemberEmails } from "#server/domain/members/list-member-emails.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import type { MovablePlan } from "#server/domain/plans/moving/list-movable-plans.ts";
import { restorePlans } from "#server/domain/plans/moving/restore-plans.ts";
import { findProjectRepositories } from "#server/domain/repositories/catalog/find-repository.ts";
import { listProjectServices } from "#server/domain/services/list-project-services.ts";
import { lockTaskOrderOf } from "#server/domain/tasks/lock-task-order.ts";
import type { MovableTask } from "#server/domain/tasks/moving/list-movable-tasks.ts";
import { originOfMoved, planTaskIds } from "#server/domain/tasks/moving/plan-task-ids.ts";
import { restoreTasks } from "#server/domain/tasks/moving/restore-tasks.ts";
import { renewMentions } from "#server/domain/transfer/renew-mentions.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import type { TasksFile } from "./tasks-file.ts";

/** A file whose ids are matched with those of the product that it comes into. */
export interface MatchedTasks {
  project: ProjectKey;
  file: TasksFile;
  /** Ids here by the ids of the file: of tasks, people, services, repositories. Others are missing. */
  ids: Map<string, string>;
  /** Ids of the file whose tasks are here already. */
  known: ReadonlySet<string>;
}

export interface TasksReport {
  created: number;
  unchanged: number;
  plans: number;
}

/** Finds what the file's ids are here; writes nothing. Asks for the right to write tasks. */
export async function matchTasksFile(
  ctx: Ctx,
  { organizationId, projectId }: ProjectKey,
  file: TasksFile,
): Promise<MatchedTasks> {
  const project = await requireProject(ctx, { organizationId, projectId }, "task.write");
  const planned = await planTaskIds(ctx, project, file.tasks);
  const ids = new Map(planned.ids);
  const here = new Map<string, string>();
  for (const [userId, email] of await listMemberEmails(ctx, organizationId)) here.set(email.toLowerCase(), userId);
  for (const { userId, email } of file.people)
    addId(ids, userId, email === null ? undefined : here.get(email.toLowerCase()));
  const services = await listProjectServices(ctx, project);
  for (const { serviceId, name } of file.services) {
    addId(ids, serviceId, services.find((one) => one.name === name)?.serviceId);
  }
  const repositories = await findProjectRepositories(ctx, project);
  for (const { repositoryId, slug } of file.repositories) {
    addId(ids, repositoryId, repositories.find((one) => one.slug === slug)?.repositoryId);
  }
  return { project, file, ids, known: planned.known };
}

function addId(ids: Map<string, string>, id: string, here: string | undefined): void {
  if (here !== undefined) ids.set(id, here);
}

/**
 * Writes the tasks and plans of a file, all or none; those that are here already stay as they are. Of who is no member
 * here the name is kept where the activity says who had a task.
 */
export async function importTasksFile(ctx: Ctx, { project, file, ids, known }: MatchedTasks): Promise<TasksReport> {
  const names = new Map(file.people.map(({ userId, name }) => [userId, name]));
  const matched = file.tasks
    .filter(({ taskId }) => !known.has(taskId))
    .map((task) => matchTask(ctx, task, { ids, names }));
  const plans = await ctx.db.transaction(async (tx) => {
    await lockTaskOrderOf(tx, project);
    const numbers = await restoreTasks(tx, project, { tasks: matched, numbering: file });
    return await restorePlans(
      ctx,
      tx,
      project,
      file.plans.map((plan) => matchPlan(plan, { ids, numbers })),
    );
  });
  return { created: matched.length, unchanged: known.size, plans };
}

interface FileIds {
  ids: ReadonlyMap<string, string>;
  /** Of people, by their ids in the file. */
  names: ReadonlyMap<string, string>;
}

function matchTask(ctx: Pick<Ctx, "newId" | "now">, task: MovableTask, { ids, names }: FileIds): MovableTask {
  const idOf = (id: string | null) => (id === null ? null : (ids.get(id) ?? null));
  const taskId = ids.get(task.taskId) ?? task.taskId;
  const assigneeId = idOf(task.assigneeId);
  const isMoved = taskId !== task.taskId;
  return {
    ...task,
    taskId,
    description: renewMentions(task.description, ids),
    serviceId: idOf(task.serviceId),
    parentId: idOf(task.parentId),
    assigneeId,
    createdBy: idOf(task.createdBy),
    originKey: task.originKey ?? (isMoved ? originOfMoved(task.taskId) : null),
    blockedBy: task.blockedBy.flatMap((id) => ids.get(id) ?? []),
    pins: task.pins.flatMap((pin) => {
      const repositoryId = ids.get(pin.repositoryId);
      return repositoryId === undefined ? [] : [{ ...pin, repositoryId, createdBy: idOf(pin.createdBy) }];
    }),
    events: [
      ...task.events.map((event) => ({ ...event, ...matchEvent(event, { ids, names }), eventId: ctx.newId() })),
      ...(task.assigneeId === null || assigneeId !== null ? [] : [leftBehind(ctx, names.get(task.assigneeId) ?? null)]),
    ],
  };
}

function matchEvent({ field, actorId, from, to }: MovableTask["events"][number], { ids, names }: FileIds) {
  const say = (id: string | null) => id && (ids.get(id) ?? names.get(id) ?? id);
  const person = actorId === null ? null : (ids.get(actorId) ?? null);
  return field === "assignee" ? { actorId: person, from: say(from), to: say(to) } : { actorId: person };
}

/** Whoever had the task is no member here. */
function leftBehind(ctx: Pick<Ctx, "newId" | "now">, from: string | null): MovableTask["events"][number] {
  const createdAt = ctx.now();
  return { eventId: ctx.newId(), field: "assignee", by: "system", actorId: null, from, to: null, createdAt };
}

function matchPlan(
  plan: MovablePlan,
  { ids, numbers }: { ids: ReadonlyMap<string, string>; numbers: ReadonlyMap<string, number> },
): MovablePlan {
  const idOf = (id: string | null) => (id === null ? null : (ids.get(id) ?? null));
  return {
    ...plan,
    artifactId: idOf(plan.artifactId),
    createdBy: idOf(plan.createdBy),
    items: plan.items.map((item) => {
      // The plan remembers tasks that were deleted.
      const taskId = idOf(item.taskId) ?? item.taskId;
      return {
        ...item,
        description: renewMentions(item.description, ids),
        serviceId: idOf(item.serviceId),
        taskId,
        projectTaskId: numbers.get(taskId ?? "") ?? item.projectTaskId,
        locations: item.locations.flatMap((location) => {
          const repositoryId = ids.get(location.repositoryId);
          return repositoryId === undefined
            ? []
            : [{ ...location, repositoryId, why: matchReasons(location.why, ids) }];
        }),
      };
    }),
  };
}

type Reasons = MovablePlan["items"][number]["locations"][number]["why"];

/** Lines of a repository that is not here prove nothing here; what they said stays. */
function matchReasons(why: Reasons, ids: ReadonlyMap<string, string>): Reasons {
  return why.map(({ source, ...reason }) => {
    const repositoryId = source === null ? undefined : ids.get(source.repositoryId);
    return { ...reason, source: source === null || repositoryId === undefined ? null : { ...source, repositoryId } };
  });
}
