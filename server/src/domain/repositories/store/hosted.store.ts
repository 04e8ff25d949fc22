import { and, eq, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";

/** The repositories of an organization that this server hosts, in no order. */
export async function listHostedIds(db: Db, organizationId: string): Promise<string[]> {
  const isHosted = sql`${repositories.connection}->>'type' = 'internal'`;
  const rows = await db
    .select({ repositoryId: repositories.repositoryId })
    .from(repositories)
    .where(and(eq(repositories.organizationId, organizationId), isHosted));
  return rows.map(({ repositoryId }) => repositoryId);
}

/** Until the transaction ends, nobody else takes a bundle into this organization. */
export async function lockBundles(tx: Db, organizationId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`bundles ${organizationId}`}, 0))`);
}
