import type { Ctx } from "#server/ctx.ts";
import { listMemberEmails } from "#server/domain/members/list-member-emails.ts";
import { listMovablePlans } from "#server/domain/plans/moving/list-movable-plans.ts";
import { findProjectRepositories } from "#server/domain/repositories/catalog/find-repository.ts";
import { listMovableTasks, loadTaskNumbering } from "#server/domain/tasks/moving/list-movable-tasks.ts";
import { namePeople } from "#server/domain/tasks/moving/name-people.ts";
import type { ProjectTarget, TextFile } from "#server/domain/transfer/gather-pages.ts";

import { formatTasksFile, tasksFileName, type TasksFile } from "./tasks-file.ts";

/** The file of a product's tasks and plans; null where it has neither. The caller has checked the right to read them. */
export async function gatherTasks(ctx: Ctx, organizationId: string, target: ProjectTarget): Promise<TextFile | null> {
  const { projectId, slug, services } = target;
  const project = { organizationId, projectId };
  const numbering = await loadTaskNumbering(ctx, project);
  const tasks: TasksFile["tasks"] = [];
  for await (const part of listMovableTasks(ctx, project)) tasks.push(...part);
  const plans: TasksFile["plans"] = [];
  for await (const plan of listMovablePlans(ctx, project)) plans.push(plan);
  if (numbering === null || (tasks.length === 0 && plans.length === 0)) return null;
  const repositories = await findProjectRepositories(ctx, project);
  const content = formatTasksFile({
    product: slug,
    ...numbering,
    people: await describePeople(ctx, organizationId, { tasks, plans }),
    services: services.map(({ serviceId, name }) => ({ serviceId, name })),
    repositories: repositories.map((row) => ({ repositoryId: row.repositoryId, slug: row.slug })),
    tasks,
    plans,
  });
  return { path: `${slug}/${tasksFileName}`, content };
}

/** Everybody who is named; of those who have left the name alone. */
async function describePeople(
  ctx: Ctx,
  organizationId: string,
  { tasks, plans }: Pick<TasksFile, "tasks" | "plans">,
): Promise<TasksFile["people"]> {
  const emails = await listMemberEmails(ctx, organizationId);
  const named = new Set([...tasks.flatMap(listPeople), ...plans.map((plan) => plan.createdBy)]);
  const ids = [...named].filter((id) => id !== null);
  const names = await namePeople(ctx, ids);
  return ids.toSorted().flatMap((userId) => {
    const name = names.get(userId);
    return name === undefined ? [] : [{ userId, name, email: emails.get(userId) ?? null }];
  });
}

function listPeople({ assigneeId, createdBy, pins, events }: TasksFile["tasks"][number]): (string | null)[] {
  return [
    assigneeId,
    createdBy,
    ...pins.map((pin) => pin.createdBy),
    ...events.flatMap(({ field, actorId, from, to }) => (field === "assignee" ? [actorId, from, to] : [actorId])),
  ];
}
