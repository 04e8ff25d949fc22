import type { Db } from "#server/platform/db/open-db.ts";

import { selectProjectNames } from "./projects.store.ts";

/** What the products of an organization are called, by name. The caller has asked whether they may be read. */
export async function listProjectNames(
  db: Db,
  organizationId: string,
): Promise<{ projectId: string; slug: string; name: string }[]> {
  return await selectProjectNames(db, organizationId);
}
