import { lt } from "drizzle-orm";

import type { Database } from "#server/platform/db/open-db.ts";
import { rateLimits } from "#server/platform/db/tables/users.ts";

/** Deletes counters whose window is over; to be called now and then. */
export async function purgeLimits(db: Database, now: Date): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, now));
}
