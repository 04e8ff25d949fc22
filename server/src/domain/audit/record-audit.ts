import type { AuditAction } from "@cairn/contract/audit";

import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { insertAuditEvent } from "./audit.store.ts";

/**
 * Records who did what, within the transaction `db` that does it: no change without its event, no event without its
 * change. Checks no right, because the calling operation did.
 */
export async function recordAudit(
  ctx: Ctx,
  db: Db,
  event: {
    organizationId: string;
    action: AuditAction;
    /** What it was done to, as people call it now. */
    target: string;
    /** The person it was done to, where there is one. */
    subjectId?: string;
    from?: string;
    to?: string;
  },
): Promise<void> {
  const actorId = ctx.actor.kind === "user" ? ctx.actor.userId : null;
  await insertAuditEvent(db, { ...event, eventId: ctx.newId(), actorId, createdAt: ctx.now() });
}
