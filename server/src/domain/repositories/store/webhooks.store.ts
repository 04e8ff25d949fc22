import { and, eq } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";

/** An earlier secret ends. */
export async function setWebhookSecret(
  db: Db,
  key: { organizationId: string; repositoryId: string },
  sealedSecret: string,
): Promise<void> {
  await db
    .update(repositories)
    .set({ sealedWebhookSecret: sealedSecret })
    .where(and(eq(repositories.organizationId, key.organizationId), eq(repositories.repositoryId, key.repositoryId)));
}

/** `db` must see all organizations. Null when there is no such repository, or no webhook was made for it. */
export async function findWebhook(
  db: Db,
  repositoryId: string,
): Promise<{ organizationId: string; sealedSecret: string } | null> {
  const [row] = await db
    .select({ organizationId: repositories.organizationId, sealedSecret: repositories.sealedWebhookSecret })
    .from(repositories)
    .where(eq(repositories.repositoryId, repositoryId));
  return row?.sealedSecret ? { organizationId: row.organizationId, sealedSecret: row.sealedSecret } : null;
}
