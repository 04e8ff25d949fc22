import { and, count, desc, eq, inArray } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { architectureChanges, architectureLooks, type SeenEdge } from "#server/platform/db/tables/architecture.ts";
import { projects } from "#server/platform/db/tables/projects.ts";

import { edgeKey } from "./derive/edge-builder.ts";

export type { SeenEdge };
export type ChangeRow = typeof architectureChanges.$inferSelect;
type SeenRow = typeof architectureLooks.$inferSelect;
type BroughtRow = Pick<ChangeRow, "change" | "repositoryId" | "commit" | "foundAt">;

const ofProject = ({ organizationId, projectId }: ProjectKey) =>
  and(eq(architectureChanges.organizationId, organizationId), eq(architectureChanges.projectId, projectId));

const newestFirst = [desc(architectureChanges.foundAt), desc(architectureChanges.changeId)];

/** The newest change of each connection, by its ends. */
export async function selectBrought(db: Db, project: ProjectKey): Promise<ReadonlyMap<string, BroughtRow>> {
  const { sourceId, targetId, change, repositoryId, commit, foundAt } = architectureChanges;
  const rows = await db
    .select({ sourceId, targetId, change, repositoryId, commit, foundAt })
    .from(architectureChanges)
    .where(ofProject(project))
    .orderBy(...newestFirst);
  return new Map(rows.toReversed().map((row) => [edgeKey(row), row]));
}

/** One page, newest first, and how many there are. */
export async function selectChanges(
  db: Db,
  project: ProjectKey,
  page: { limit: number; offset: number },
): Promise<{ rows: ChangeRow[]; total: number }> {
  const rows = await db
    .select()
    .from(architectureChanges)
    .where(ofProject(project))
    .orderBy(...newestFirst)
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db.select({ total: count() }).from(architectureChanges).where(ofProject(project));
  return { rows, total: counted?.total ?? 0 };
}

/**
 * What was seen last; "gone" for a project that is deleted. Nobody else looks for changes of the project before the
 * transaction `db` ends.
 */
export async function lockLook(db: Db, { organizationId, projectId }: ProjectKey): Promise<SeenRow | null | "gone"> {
  const [project] = await db
    .select({ projectId: projects.projectId })
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), eq(projects.projectId, projectId)))
    .for("no key update");
  if (project === undefined) return "gone";
  return await selectLook(db, { organizationId, projectId });
}

/** What was seen last; null before anybody looked. */
export async function selectLook(db: Db, { organizationId, projectId }: ProjectKey): Promise<SeenRow | null> {
  const [row] = await db
    .select()
    .from(architectureLooks)
    .where(and(eq(architectureLooks.organizationId, organizationId), eq(architectureLooks.projectId, projectId)));
  return row ?? null;
}

export async function upsertLook(db: Db, row: SeenRow): Promise<void> {
  const { layout, edges, commits, lookedAt } = row;
  await db
    .insert(architectureLooks)
    .values(row)
    .onConflictDoUpdate({ target: architectureLooks.projectId, set: { layout, edges, commits, lookedAt } });
}

/** Adds these and forgets the oldest beyond `most`. */
export async function insertChanges(
  db: Db,
  project: ProjectKey,
  { rows, most }: { rows: readonly ChangeRow[]; most: number },
): Promise<void> {
  if (rows.length === 0) return;
  await db.insert(architectureChanges).values(rows.slice(0, most));
  const old = await db
    .select({ changeId: architectureChanges.changeId })
    .from(architectureChanges)
    .where(ofProject(project))
    .orderBy(...newestFirst)
    .offset(most);
  if (old.length === 0) return;
  const ids = old.map(({ changeId }) => changeId);
  await db.delete(architectureChanges).where(and(ofProject(project), inArray(architectureChanges.changeId, ids)));
}
