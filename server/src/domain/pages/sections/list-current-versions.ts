import { listSectionVersionIds } from "#server/domain/pages/store/sections.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/** Which text each of these sections shows now; those that are gone are missing. The caller has checked the right. */
export async function listCurrentVersions(
  db: Db,
  organizationId: string,
  sectionIds: readonly string[],
): Promise<Map<string, string | null>> {
  return new Map(
    (await listSectionVersionIds(db, organizationId, sectionIds)).map((row) => [row.sectionId, row.versionId]),
  );
}
