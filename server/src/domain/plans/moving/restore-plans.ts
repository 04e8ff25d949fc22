import type { Ctx } from "#server/ctx.ts";
import { ranksBetween, type ItemRow } from "#server/domain/plans/plan-items.store.ts";
import { startPlanning } from "#server/domain/plans/start-planning.ts";
import { holdRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import { holdService } from "#server/domain/services/hold-service.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import type { MovableItem, MovablePlan } from "./list-movable-plans.ts";
import { insertMovedPlan, listTakenPlanIds, selectPlanRows } from "./moved-plans.store.ts";

/**
 * Writes plans of another product into this one, within the transaction `tx` that has locked the product's row, and
 * answers how many. Ids of tasks, services, repositories, pages and people in them are those of this product already.
 * Plans that are here stay as they are. What was being worked out is begun anew. The caller has checked the right.
 */
export async function restorePlans(
  ctx: Ctx,
  tx: Db,
  project: ProjectKey,
  plans: readonly MovablePlan[],
): Promise<number> {
  const own = await selectPlanRows(tx, project);
  const isHere = (plan: MovablePlan) =>
    own.some(({ planId, goal, createdAt }) => {
      return planId === plan.planId || (goal === plan.goal && createdAt.getTime() === plan.createdAt.getTime());
    });
  const given = plans.filter((plan) => !isHere(plan));
  await holdNamed(tx, project, given);
  const ids = given.flatMap(({ planId, items }) => [planId, ...items.map(({ itemId }) => itemId)]);
  const taken = await listTakenPlanIds(ctx.wholeDb, ids);
  const chosen = new Map(ids.map((id) => [id, taken.has(id) ? ctx.newId() : id]));
  const idOf = (id: string) => chosen.get(id) ?? id;
  const { organizationId, projectId } = project;
  for (const { items, ...plan } of given) {
    const planId = idOf(plan.planId);
    const isUnderWay = plan.state === "waiting" || plan.state === "working";
    const state = isUnderWay ? "waiting" : plan.state;
    const row = { ...plan, planId, organizationId, projectId, state, proposal: 1, progress: null, sessionId: null };
    const ranks = ranksBetween(undefined, undefined, items.length);
    await insertMovedPlan(
      tx,
      row,
      items.map((item, at) => toRows(item, { organizationId, planId, rank: ranks[at] ?? "", idOf })),
    );
    if (isUnderWay) await startPlanning(ctx, tx, { organizationId, planId });
  }
  return given.length;
}

function toRows(
  { blockedBy, locations, ...item }: MovableItem,
  { idOf, ...place }: Pick<ItemRow, "organizationId" | "planId" | "rank"> & { idOf: (id: string) => string },
) {
  return {
    row: { ...item, ...place, itemId: idOf(item.itemId) },
    blockedBy: blockedBy.map(idOf),
    locations: locations.map((location, position) => ({ ...location, position })),
  };
}

/** Nobody deletes these before the transaction ends; what is gone makes the whole import fail, and it is begun again. */
async function holdNamed(tx: Db, project: ProjectKey, plans: readonly MovablePlan[]): Promise<void> {
  const items = plans.flatMap((plan) => plan.items);
  const services = new Set(items.flatMap(({ serviceId }) => serviceId ?? []));
  for (const serviceId of [...services].toSorted()) await holdService(tx, project, serviceId);
  const repositories = new Set(items.flatMap(({ locations }) => locations.map((one) => one.repositoryId)));
  const { organizationId } = project;
  for (const repositoryId of [...repositories].toSorted()) await holdRepository(tx, { organizationId, repositoryId });
}
