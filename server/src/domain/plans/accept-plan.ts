import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { acceptPlan as endpoint } from "@cairn/contract/plans";

import type { Ctx } from "#server/ctx.ts";
import { requireProject, type AccessedProject } from "#server/domain/members/require-project.ts";
import { holdRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import { holdService } from "#server/domain/services/hold-service.ts";
import { addTaskLinks, writePlannedTasks, type PlannedTask } from "#server/domain/tasks/write-planned-tasks.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { violatedConstraint } from "#server/platform/db/unique-violation.ts";

import { refuseUnderWay } from "./change-plan.ts";
import { getPlan } from "./get-plan.ts";
import { listItems, lockItems, updateItemRow, type WholeItem } from "./plan-items.store.ts";
import { lockPlan, updatePlanRow } from "./plans.store.ts";

type AcceptPlanInput = InputOf<typeof endpoint>;

/**
 * Puts proposed tasks into the backlog, all of them or none, with their links and pins. Each becomes one task however
 * often this is asked, since an item that has its task is passed over.
 */
export async function acceptPlan(ctx: Ctx, input: AcceptPlanInput): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "task.write");
  const { organizationId, projectId } = project;
  try {
    await ctx.db.transaction((tx) => acceptItems(ctx, tx, project, input));
  } catch (error) {
    if (violatedConstraint(error) !== "projects_task_key") throw error;
    // The first task of another product took the same key at this moment; now it is known to be taken.
    return await acceptPlan(ctx, input);
  }
  return await getPlan(ctx, { organizationId, projectId, planId: input.planId });
}

async function acceptItems(ctx: Ctx, tx: Db, project: AccessedProject, input: AcceptPlanInput): Promise<void> {
  const { organizationId, projectId } = project;
  const key = { organizationId, projectId, planId: input.planId };
  const plan = await lockPlan(tx, key);
  if (plan === null) throw notFound("Plan");
  refuseUnderWay(plan);
  await holdNamed(tx, project, await listItems(tx, plan));
  await lockItems(tx, plan);
  const open = chooseOpen(await listItems(tx, plan), input.itemIds);
  if (open.length === 0) return;
  const planned = new Map(open.map((item) => [item.itemId, toTask(item, ctx.newId())]));
  const numbers = await writePlannedTasks(ctx, tx, project, [...planned.values()]);
  for (const item of open) {
    const taskId = planned.get(item.itemId)?.taskId ?? "";
    const projectTaskId = numbers.get(taskId) ?? null;
    await updateItemRow(tx, item, { taskId, projectTaskId, acceptedAt: ctx.now(), version: item.version + 1 });
  }
  await addTaskLinks(ctx, tx, project, linksOf(await listItems(tx, plan), new Set(planned.keys())));
  await updatePlanRow(tx, key, { updatedAt: ctx.now() });
}

/** Those of these that nobody has accepted yet; of all where none are named. */
function chooseOpen(items: readonly WholeItem[], itemIds: readonly string[] | undefined): WholeItem[] {
  const wanted = itemIds && new Set(itemIds);
  const chosen = items.filter(({ itemId }) => wanted?.has(itemId) ?? true);
  if (wanted && chosen.length < wanted.size) throw notFound("Proposed task");
  return chosen.filter(({ acceptedAt }) => acceptedAt === null);
}

/** What tasks wait for as their items do, of the links that these new ones have a part in. */
function linksOf(items: readonly WholeItem[], newIds: ReadonlySet<string>): { taskId: string; blockerId: string }[] {
  const taskOf = new Map(items.map(({ itemId, taskId }) => [itemId, taskId]));
  return items.flatMap(({ itemId, taskId, blockedBy }) =>
    blockedBy
      .filter((blocker) => newIds.has(itemId) || newIds.has(blocker))
      .flatMap((blocker) => {
        const blockerId = taskOf.get(blocker) ?? null;
        return taskId === null || blockerId === null ? [] : [{ taskId, blockerId }];
      }),
  );
}

/** Before the items and the tasks, as whoever deletes a service or a repository comes to those last. */
async function holdNamed(tx: Db, project: AccessedProject, items: readonly WholeItem[]): Promise<void> {
  const { organizationId } = project;
  for (const serviceId of distinct(items.flatMap((item) => item.serviceId ?? [])))
    await holdService(tx, project, serviceId);
  for (const repositoryId of distinct(items.flatMap(({ locations }) => locations.map((one) => one.repositoryId)))) {
    await holdRepository(tx, { organizationId, repositoryId });
  }
}

const distinct = (ids: readonly string[]) => [...new Set(ids)].sort();

function toTask(item: WholeItem, taskId: string): PlannedTask {
  const { title, description, criteria, serviceId, locations } = item;
  const acceptanceCriteria = criteria.map((text) => ({ text, done: false, id: undefined }));
  return { taskId, task: { title, description, acceptanceCriteria, serviceId }, files: locations };
}
