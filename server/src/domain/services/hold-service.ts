import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { holdServiceRow } from "./services.store.ts";

/**
 * The service's name; null when the project has no such service. It is not deleted before the transaction `db` ends. The
 * caller has already checked the right.
 */
export async function holdService(db: Db, project: ProjectKey, serviceId: string): Promise<string | null> {
  const { organizationId, projectId } = project;
  return await holdServiceRow(db, { organizationId, projectId, serviceId });
}
