import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { addMember } from "./members.store.ts";

/** Makes somebody the Owner of an organization that is being created in the same transaction. */
export async function addFirstOwner(
  ctx: Ctx,
  db: Db,
  member: { organizationId: string; userId: string },
): Promise<void> {
  await addMember(db, { ...member, role: "owner", createdAt: ctx.now() });
}
