import type { Ctx } from "#server/ctx.ts";
import { listItems, type ItemLocationRow, type ItemRow } from "#server/domain/plans/plan-items.store.ts";
import type { PlanRow } from "#server/domain/plans/plans.store.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { selectPlanRows } from "./moved-plans.store.ts";

/** A proposed task, or one that was accepted, as it is stored. */
export interface MovableItem extends Omit<ItemRow, "organizationId" | "planId" | "rank"> {
  /** Ids of items of the same plan. */
  blockedBy: string[];
  /** The likeliest first. */
  locations: Omit<ItemLocationRow, "organizationId" | "itemId" | "position">[];
}

/** A plan with everything that is of it alone. Chats are their owners' and stay where they are. */
export interface MovablePlan extends Omit<
  PlanRow,
  "organizationId" | "projectId" | "proposal" | "progress" | "sessionId"
> {
  /** In their order. */
  items: MovableItem[];
}

/** All plans of a product, the oldest first. The caller has checked the right to read them. */
export async function* listMovablePlans(
  ctx: Pick<Ctx, "db" | "signal">,
  project: ProjectKey,
): AsyncGenerator<MovablePlan> {
  for (const row of await selectPlanRows(ctx.db, project)) {
    ctx.signal.throwIfAborted();
    const { organizationId: _organizationId, projectId: _projectId, proposal: _proposal, ...rest } = row;
    const { progress: _progress, sessionId: _sessionId, ...plan } = rest;
    const items = (await listItems(ctx.db, row)).map((item): MovableItem => {
      const { organizationId: _item, planId: _planId, rank: _rank, service: _service, task: _task, ...own } = item;
      const locations = item.locations.map(
        ({ organizationId: _location, itemId: _itemId, position: _position, ...location }) => location,
      );
      return { ...own, locations };
    });
    yield { ...plan, items };
  }
}
