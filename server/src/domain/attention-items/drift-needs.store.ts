import { and, desc, eq, inArray, ne, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import {
  architectureBaselines,
  architectureChanges,
  architectureEdges,
  architectureLooks,
} from "#server/platform/db/tables/architecture.ts";
import { members, organizations } from "#server/platform/db/tables/organizations.ts";
import { projects } from "#server/platform/db/tables/projects.ts";

import { byName, inOrganization, ofMembership, product } from "./needs.store.ts";

const { organizationId, projectId, sourceId, targetId, foundAt, changeId } = architectureChanges;

const isNewest = sql`not exists (
  select 1 from architecture_changes as later
  where later.organization_id = ${organizationId} and later.project_id = ${projectId}
    and later.source_id = ${sourceId} and later.target_id = ${targetId}
    and (later.found_at, later.change_id) > (${foundAt}, ${changeId}))`;

const isInCode = sql`exists (
  select 1 from ${architectureLooks}, jsonb_array_elements(${architectureLooks.edges}) as seen
  where ${architectureLooks.organizationId} = ${organizationId} and ${architectureLooks.projectId} = ${projectId}
    and seen->>'sourceId' = ${sourceId} and seen->>'targetId' = ${targetId})`;

const hasContract = sql`(exists (
  select 1 from ${architectureBaselines}
  where ${architectureBaselines.organizationId} = ${organizationId} and ${architectureBaselines.projectId} = ${projectId})
  or exists (select 1 from architecture_edges as said
  where said.organization_id = ${organizationId} and said.project_id = ${projectId}))`;

const isOfEdge = and(
  eq(architectureEdges.organizationId, organizationId),
  eq(architectureEdges.projectId, projectId),
  eq(architectureEdges.sourceId, sourceId),
  eq(architectureEdges.targetId, targetId),
);

/** What people say now counts, not what they said when the push came. */
const drift = sql<"forbidden" | "undeclared">`coalesce(${architectureEdges.stance}, 'undeclared')`;

/** Of one product: the drift to be shown, with how many there are. */
function openDrift(db: Db) {
  const { sourceName, targetName, commit, isCommitKnown, author, evidence, change } = architectureChanges;
  return db
    .select({
      changeId,
      sourceName,
      targetName,
      commit,
      isCommitKnown,
      author,
      evidence,
      drift: drift.as("drift_now"),
      count: sql<number>`count(*) over ()`.mapWith(Number).as("open_count"),
    })
    .from(architectureChanges)
    .leftJoin(architectureEdges, isOfEdge)
    .where(
      and(
        eq(organizationId, organizations.organizationId),
        eq(projectId, projects.projectId),
        ne(change, "vanished"),
        inArray(architectureChanges.drift, ["forbidden", "undeclared"]),
        sql`${architectureEdges.stance} is distinct from 'allowed'`,
        isNewest,
        isInCode,
        hasContract,
      ),
    )
    .orderBy(sql`${drift} = 'forbidden' desc`, desc(foundAt), desc(changeId))
    .limit(1)
    .as("open_drift");
}

/**
 * Products whose code has, since a push, a connection that is forbidden or has no line: how many there are, and the one to be
 * shown, which is the newest of those that are forbidden, else of all. What was allowed since waits no more, nor does what the
 * code does not have any more.
 */
export async function listDrifts(db: Db, userId: string, limit: number) {
  const open = openDrift(db);
  return await db
    .select({
      ...product,
      change: {
        changeId: open.changeId,
        sourceName: open.sourceName,
        targetName: open.targetName,
        drift: open.drift,
        commit: open.commit,
        isCommitKnown: open.isCommitKnown,
        author: open.author,
        evidence: open.evidence,
      },
      count: open.count,
    })
    .from(members)
    .innerJoin(organizations, ofMembership)
    .innerJoin(projects, inOrganization)
    .innerJoinLateral(open, sql`true`)
    .where(eq(members.userId, userId))
    .orderBy(...byName)
    .limit(limit);
}
