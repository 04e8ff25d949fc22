import { eq } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { organizations } from "#server/platform/db/tables/organizations.ts";

/** What new implementations of an organization may take, in tokens; null where it leaves that to the server. */
export async function loadUsualTokenLimit(db: Db, organizationId: string): Promise<number | null> {
  const [row] = await db
    .select({ tokenLimit: organizations.runTokenLimit })
    .from(organizations)
    .where(eq(organizations.organizationId, organizationId));
  return row?.tokenLimit ?? null;
}

export async function updateUsualTokenLimit(db: Db, organizationId: string, tokenLimit: number | null): Promise<void> {
  await db
    .update(organizations)
    .set({ runTokenLimit: tokenLimit })
    .where(eq(organizations.organizationId, organizationId));
}
