import { eq, or } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { auditEvents } from "#server/platform/db/tables/organizations.ts";

export async function replaceTargets(db: Db, person: { userId: string; email: string }, target: string): Promise<void> {
  const isAbout = or(eq(auditEvents.subjectId, person.userId), eq(auditEvents.target, person.email));
  await db.update(auditEvents).set({ target }).where(isAbout);
}
