import { and, asc, eq, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { artifacts } from "#server/platform/db/tables/artifacts.ts";
import { organizations } from "#server/platform/db/tables/organizations.ts";
import { projects, services } from "#server/platform/db/tables/projects.ts";

/** Whose pages form one tree: a service's, a product's, or with neither the organization's. */
export interface TreeOwner {
  organizationId: string;
  projectId: string | null;
  serviceId: string | null;
}

interface PageReference {
  artifactId: string;
  title: string;
}

const ofOwner = ({ organizationId, projectId, serviceId }: TreeOwner) =>
  and(
    eq(artifacts.organizationId, organizationId),
    sql`${artifacts.projectId} is not distinct from ${projectId}::uuid`,
    sql`${artifacts.serviceId} is not distinct from ${serviceId}::uuid`,
  );

const below = (parentArtifactId: string | null) =>
  sql`${artifacts.parentArtifactId} is not distinct from ${parentArtifactId}::uuid`;

/**
 * Locks this tree: other additions, moves and deletions in it wait until the transaction `db` ends. False when
 * its owner is gone.
 */
export async function lockTree(db: Db, { organizationId, projectId, serviceId }: TreeOwner): Promise<boolean> {
  const inOrganization = (table: typeof projects | typeof services | typeof organizations) =>
    eq(table.organizationId, organizationId);
  if (serviceId !== null && projectId !== null) {
    const isOwner = and(inOrganization(services), eq(services.projectId, projectId), eq(services.serviceId, serviceId));
    return (await db.select({ id: services.serviceId }).from(services).where(isOwner).for("no key update")).length > 0;
  }
  if (projectId !== null) {
    const isOwner = and(inOrganization(projects), eq(projects.projectId, projectId));
    return (await db.select({ id: projects.projectId }).from(projects).where(isOwner).for("no key update")).length > 0;
  }
  const isOwner = inOrganization(organizations);
  const found = await db
    .select({ id: organizations.organizationId })
    .from(organizations)
    .where(isOwner)
    .for("no key update");
  return found.length > 0;
}

/** Whether this page is in the tree. */
export async function isInTree(db: Db, owner: TreeOwner, artifactId: string): Promise<boolean> {
  const rows = await db
    .select({ artifactId: artifacts.artifactId })
    .from(artifacts)
    .where(and(ofOwner(owner), eq(artifacts.artifactId, artifactId)));
  return rows.length > 0;
}

/** Pages of the tree with this parent, in their order. */
export async function listSiblings(
  db: Db,
  owner: TreeOwner,
  parentArtifactId: string | null,
): Promise<PageReference[]> {
  return await db
    .select({ artifactId: artifacts.artifactId, title: artifacts.title })
    .from(artifacts)
    .where(and(ofOwner(owner), below(parentArtifactId)))
    .orderBy(asc(artifacts.position), asc(artifacts.title), asc(artifacts.artifactId));
}

/** The position after all pages with this parent. */
export async function nextPosition(db: Db, owner: TreeOwner, parentArtifactId: string | null): Promise<number> {
  const [row] = await db
    .select({ next: sql<number>`coalesce(max(${artifacts.position}) + 1, 0)` })
    .from(artifacts)
    .where(and(ofOwner(owner), below(parentArtifactId)));
  return row?.next ?? 0;
}

/** Puts these pages below the parent, in this order. */
export async function placePages(
  db: Db,
  organizationId: string,
  parentArtifactId: string | null,
  artifactIds: readonly string[],
): Promise<void> {
  if (artifactIds.length === 0) return;
  await db.execute(sql`
    update ${artifacts} set parent_artifact_id = ${parentArtifactId}::uuid, position = placed.position - 1
    from unnest(${sql.param([...artifactIds])}::uuid[]) with ordinality as placed(artifact_id, position)
    where ${artifacts.organizationId} = ${organizationId}::uuid and ${artifacts.artifactId} = placed.artifact_id`);
}

/** From the top page down to the parent of this one. */
export async function listAncestors(
  db: Db,
  page: { organizationId: string; parentArtifactId: string | null },
): Promise<PageReference[]> {
  if (page.parentArtifactId === null) return [];
  const { rows } = await db.execute<{ artifact_id: string; title: string }>(sql`
    with recursive above(artifact_id, title, parent_artifact_id, steps) as (
      select artifact_id, title, parent_artifact_id, 1 from ${artifacts}
      where organization_id = ${page.organizationId}::uuid and artifact_id = ${page.parentArtifactId}::uuid
      union all
      select page.artifact_id, page.title, page.parent_artifact_id, above.steps + 1
      from ${artifacts} page join above on page.artifact_id = above.parent_artifact_id
      where page.organization_id = ${page.organizationId}::uuid
    )
    select artifact_id, title from above order by steps desc`);
  return rows.map((row) => ({ artifactId: row.artifact_id, title: row.title }));
}
