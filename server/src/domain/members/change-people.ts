import { notFound } from "@cairn/contract/errors";
import type { Action } from "@cairn/contract/roles";

import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { lockOrganization } from "./members.store.ts";
import { type AccessedOrganization, requireOrganization } from "./require-organization.ts";

/**
 * Changes who belongs to an organization, one change at a time. The right is checked again under the lock, because the
 * caller may have been demoted or removed while waiting.
 */
export async function changePeople<T>(
  ctx: Ctx,
  target: { organizationId: string },
  action: Action,
  change: (tx: Db, access: AccessedOrganization) => Promise<T>,
): Promise<T> {
  const { organizationId } = await requireOrganization(ctx, target, action);
  return await ctx.db.transaction(async (tx) => {
    if (!(await lockOrganization(tx, organizationId))) throw notFound("Organization");
    return await change(tx, await requireOrganization({ actor: ctx.actor, db: tx }, { organizationId }, action));
  });
}
