import { and, eq, inArray, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import {
  architectureBaselines,
  architectureEdges,
  architectureNodes,
} from "#server/platform/db/tables/architecture.ts";
import { users } from "#server/platform/db/tables/users.ts";

export type NodeRow = typeof architectureNodes.$inferSelect;
export type EdgeRow = typeof architectureEdges.$inferSelect;
type SaidBy = Pick<typeof users.$inferSelect, "userId" | "firstName" | "lastName">;
/** `by` is null where that account is gone. */
export type StatedEdgeRow = EdgeRow & { by: SaidBy | null };

const person = { userId: users.userId, firstName: users.firstName, lastName: users.lastName };

const ofProject = (
  table: typeof architectureNodes | typeof architectureEdges | typeof architectureBaselines,
  { organizationId, projectId }: ProjectKey,
) => and(eq(table.organizationId, organizationId), eq(table.projectId, projectId));

/** All that people said of a project's architecture. */
export async function selectStated(
  db: Db,
  project: ProjectKey,
): Promise<{ nodes: NodeRow[]; edges: StatedEdgeRow[]; baselineAt: Date | null; baselineBy: SaidBy | null }> {
  const nodes = await db.select().from(architectureNodes).where(ofProject(architectureNodes, project));
  const edges = await db
    .select({ row: architectureEdges, by: person })
    .from(architectureEdges)
    .leftJoin(users, eq(users.userId, architectureEdges.setBy))
    .where(ofProject(architectureEdges, project));
  const [baseline] = await db
    .select({ setAt: architectureBaselines.setAt, by: person })
    .from(architectureBaselines)
    .leftJoin(users, eq(users.userId, architectureBaselines.setBy))
    .where(ofProject(architectureBaselines, project));
  return {
    nodes,
    edges: edges.map(({ row, by }) => ({ ...row, by })),
    baselineAt: baseline?.setAt ?? null,
    baselineBy: baseline?.by ?? null,
  };
}

/** How the ends of a connection were called when something was said of it. */
export async function selectEndNames(
  db: Db,
  project: ProjectKey,
  { sourceId, targetId }: { sourceId: string; targetId: string },
): Promise<{ source: string; target: string }> {
  const rows = await db
    .select({ nodeId: architectureNodes.nodeId, name: architectureNodes.name })
    .from(architectureNodes)
    .where(and(ofProject(architectureNodes, project), inArray(architectureNodes.nodeId, [sourceId, targetId])));
  const nameOf = (id: string) => rows.find(({ nodeId }) => nodeId === id)?.name ?? id;
  return { source: nameOf(sourceId), target: nameOf(targetId) };
}

/** When somebody last allowed what the code had; null where nobody has. */
export async function selectBaselineAt(db: Db, project: ProjectKey): Promise<Date | null> {
  const [baseline] = await db
    .select({ setAt: architectureBaselines.setAt })
    .from(architectureBaselines)
    .where(ofProject(architectureBaselines, project));
  return baseline?.setAt ?? null;
}

/** Writes these rows; of one that is there, its name and, where a place is given, its place are new. */
export async function upsertNodes(db: Db, rows: readonly NodeRow[]): Promise<void> {
  if (rows.length === 0) return;
  // In one order, so that two writers never wait in a circle.
  const ordered = rows.toSorted((a, b) => (a.nodeId < b.nodeId ? -1 : 1));
  await db
    .insert(architectureNodes)
    .values(ordered)
    .onConflictDoUpdate({
      target: [architectureNodes.organizationId, architectureNodes.projectId, architectureNodes.nodeId],
      set: {
        name: sql`excluded.name`,
        kind: sql`excluded.kind`,
        technology: sql`excluded.technology`,
        x: sql`coalesce(excluded.x, ${architectureNodes.x})`,
        y: sql`coalesce(excluded.y, ${architectureNodes.y})`,
        updatedAt: sql`excluded.updated_at`,
      },
    });
}

/** False where there is none. */
export async function deleteNode(db: Db, project: ProjectKey, nodeId: string): Promise<boolean> {
  const gone = await db
    .delete(architectureNodes)
    .where(and(ofProject(architectureNodes, project), eq(architectureNodes.nodeId, nodeId)));
  return (gone.rowCount ?? 0) > 0;
}

export async function upsertEdge(db: Db, row: EdgeRow): Promise<void> {
  const { stance, setBy, setAt } = row;
  await db
    .insert(architectureEdges)
    .values(row)
    .onConflictDoUpdate({
      target: [
        architectureEdges.organizationId,
        architectureEdges.projectId,
        architectureEdges.sourceId,
        architectureEdges.targetId,
      ],
      set: { stance, setBy, setAt },
    });
}

/** Leaves what is said already as it is. The number of new ones. */
export async function insertNewEdges(db: Db, rows: readonly EdgeRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const written = await db
    .insert(architectureEdges)
    .values([...rows])
    .onConflictDoNothing();
  return written.rowCount ?? 0;
}

/** False where nothing was said of it. */
export async function deleteEdge(
  db: Db,
  { organizationId, projectId }: ProjectKey,
  { sourceId, targetId }: { sourceId: string; targetId: string },
): Promise<boolean> {
  const gone = await db
    .delete(architectureEdges)
    .where(
      and(
        ofProject(architectureEdges, { organizationId, projectId }),
        eq(architectureEdges.sourceId, sourceId),
        eq(architectureEdges.targetId, targetId),
      ),
    );
  return (gone.rowCount ?? 0) > 0;
}

export async function upsertBaseline(db: Db, row: typeof architectureBaselines.$inferInsert): Promise<void> {
  const { setBy, setAt } = row;
  await db
    .insert(architectureBaselines)
    .values(row)
    .onConflictDoUpdate({ target: architectureBaselines.projectId, set: { setBy, setAt } });
}

/** False where it is not of this moment. */
export async function deleteBaseline(db: Db, project: ProjectKey, setAt: Date): Promise<boolean> {
  const gone = await db
    .delete(architectureBaselines)
    .where(and(ofProject(architectureBaselines, project), eq(architectureBaselines.setAt, setAt)));
  return (gone.rowCount ?? 0) > 0;
}

/** Takes away what was allowed at this moment; what was said of a connection since stays. */
export async function deleteEdgesAllowedAt(db: Db, project: ProjectKey, setAt: Date): Promise<void> {
  await db
    .delete(architectureEdges)
    .where(
      and(
        ofProject(architectureEdges, project),
        eq(architectureEdges.stance, "allowed"),
        eq(architectureEdges.setAt, setAt),
      ),
    );
}
