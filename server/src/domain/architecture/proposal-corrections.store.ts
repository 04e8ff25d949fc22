import { and, desc, eq, isNull, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { proposalCorrections } from "#server/platform/db/tables/architecture.ts";

type CorrectionRow = typeof proposalCorrections.$inferSelect;

const ofProject = ({ organizationId, projectId }: ProjectKey) =>
  and(eq(proposalCorrections.organizationId, organizationId), eq(proposalCorrections.projectId, projectId));

/** Those of a project, the newest first. */
export async function selectCorrections(db: Db, project: ProjectKey): Promise<CorrectionRow[]> {
  return await db
    .select()
    .from(proposalCorrections)
    .where(ofProject(project))
    .orderBy(desc(proposalCorrections.updatedAt), proposalCorrections.repositoryId, proposalCorrections.foundPath);
}

/** Writes these rows whole; a service once said to be made of one stays so. Rows that say nothing any more go. */
export async function upsertCorrections(db: Db, project: ProjectKey, rows: readonly CorrectionRow[]): Promise<void> {
  // In one order, so that two writers never wait in a circle.
  const ordered = rows.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  const { organizationId, projectId, repositoryId, foundPath } = proposalCorrections;
  await db
    .insert(proposalCorrections)
    .values(ordered)
    .onConflictDoUpdate({
      target: [organizationId, projectId, repositoryId, foundPath],
      set: {
        correction: sql`excluded.correction`,
        serviceId: sql`coalesce(excluded.service_id, ${proposalCorrections.serviceId})`,
        updatedAt: sql`excluded.updated_at`,
      },
    });
  await db
    .delete(proposalCorrections)
    .where(
      and(
        ofProject(project),
        isNull(proposalCorrections.serviceId),
        sql`${proposalCorrections.correction} = '{}'::jsonb`,
      ),
    );
}

/** Takes away what is older than the newest of a project. */
export async function deleteOldCorrections(db: Db, project: ProjectKey, kept: number): Promise<void> {
  const { repositoryId, foundPath } = proposalCorrections;
  const old = (await selectCorrections(db, project)).slice(kept);
  for (const row of old) {
    await db
      .delete(proposalCorrections)
      .where(and(ofProject(project), eq(repositoryId, row.repositoryId), eq(foundPath, row.foundPath)));
  }
}

function placeOf({ repositoryId, foundPath }: CorrectionRow): string {
  return `${repositoryId} ${foundPath}`;
}
