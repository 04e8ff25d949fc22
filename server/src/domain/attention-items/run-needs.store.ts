import { and, asc, eq, isNotNull, isNull, or, sql, ne } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { implementationComments } from "#server/platform/db/tables/implementation-comments.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";
import { members, organizations } from "#server/platform/db/tables/organizations.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import { tasks } from "#server/platform/db/tables/tasks.ts";

import { byName, inOrganization, isMeant, ofMembership, product, taskColumns, type Needy } from "./needs.store.ts";

const { implementationId } = implementations;
const ofOrganization = eq(implementations.organizationId, organizations.organizationId);
const isOwn = eq(implementations.createdBy, members.userId);
const ofTask = and(eq(tasks.organizationId, implementations.organizationId), eq(tasks.taskId, implementations.taskId));
const ofProject = and(inOrganization, eq(projects.projectId, tasks.projectId));

/** Runs that the user began and that are paused. */
export async function listPausedRuns(db: Db, needy: Needy, limit: number) {
  return await db
    .select({ ...product, task: taskColumns, implementationId, pause: implementations.pause })
    .from(members)
    .innerJoin(organizations, ofMembership)
    .innerJoin(implementations, and(ofOrganization, isOwn))
    .innerJoin(tasks, ofTask)
    .innerJoin(projects, ofProject)
    .where(and(isMeant(needy), eq(implementations.runState, "paused"), isNotNull(implementations.pause)))
    .orderBy(...byName, asc(implementations.projectImplementationId))
    .limit(limit);
}

/** Changes that the user had made and that are to be decided on, with comments of others that nobody has dealt with. */
export async function listCommentedChanges(db: Db, needy: Needy, limit: number) {
  const { createdBy } = implementationComments;
  const open = db
    .select({ count: sql<number>`count(*)`.mapWith(Number).as("open_comments") })
    .from(implementationComments)
    .where(
      and(
        eq(implementationComments.organizationId, implementations.organizationId),
        eq(implementationComments.implementationId, implementations.implementationId),
        isNull(implementationComments.resolvedAt),
        isNull(implementationComments.agent),
        or(isNull(createdBy), ne(createdBy, members.userId)),
      ),
    )
    .as("open");
  return await db
    .select({ ...product, task: taskColumns, implementationId, count: open.count })
    .from(members)
    .innerJoin(organizations, ofMembership)
    .innerJoin(implementations, and(ofOrganization, isOwn))
    .innerJoin(tasks, ofTask)
    .innerJoin(projects, ofProject)
    .innerJoinLateral(open, sql`${open.count} > 0`)
    .where(
      and(
        isMeant(needy),
        eq(implementations.state, "created"),
        eq(implementations.runState, "completed"),
        eq(tasks.state, "in-review"),
      ),
    )
    .orderBy(...byName, asc(implementations.projectImplementationId))
    .limit(limit);
}
