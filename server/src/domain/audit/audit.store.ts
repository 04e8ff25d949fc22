import { count, desc, eq } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { auditEvents } from "#server/platform/db/tables/organizations.ts";
import { users } from "#server/platform/db/tables/users.ts";

export async function insertAuditEvent(db: Db, event: typeof auditEvents.$inferInsert): Promise<void> {
  await db.insert(auditEvents).values(event);
}

/** One page of an organization's events, newest first, and how many there are. */
export async function selectAuditEvents(db: Db, given: { organizationId: string; limit: number; offset: number }) {
  const isTheirs = eq(auditEvents.organizationId, given.organizationId);
  const rows = await db
    .select({
      eventId: auditEvents.eventId,
      action: auditEvents.action,
      actor: { userId: users.userId, firstName: users.firstName, lastName: users.lastName },
      target: auditEvents.target,
      from: auditEvents.from,
      to: auditEvents.to,
      createdAt: auditEvents.createdAt,
    })
    .from(auditEvents)
    .leftJoin(users, eq(users.userId, auditEvents.actorId))
    .where(isTheirs)
    .orderBy(desc(auditEvents.createdAt), desc(auditEvents.eventId))
    .limit(given.limit)
    .offset(given.offset);
  const [all] = await db.select({ total: count() }).from(auditEvents).where(isTheirs);
  return { rows, total: all?.total ?? 0 };
}
