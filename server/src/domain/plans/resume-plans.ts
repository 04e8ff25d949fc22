import type { ListenerCtx } from "#server/edge.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { reopenUnindexed } from "./plans.store.ts";
import { startPlanning } from "./start-planning.ts";

/** Code is there now: plans that were written before it are worked out, within the transaction `db` of its index. */
export async function resumePlans(ctx: ListenerCtx, db: Db, project: ProjectKey): Promise<void> {
  const { organizationId } = project;
  for (const planId of await reopenUnindexed(db, project)) await startPlanning(ctx, db, { organizationId, planId });
}
