import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Db } from "#server/platform/db/open-db.ts";
import { implementationComments } from "#server/platform/db/tables/implementation-comments.ts";
import { implementations, runSteps } from "#server/platform/db/tables/implementations.ts";
import { mergeQueueEntries } from "#server/platform/db/tables/merge-queue.ts";
import { members, organizations } from "#server/platform/db/tables/organizations.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import { pullRequests } from "#server/platform/db/tables/pull-requests.ts";
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

/** Runs that the user began and that failed, where nothing newer was tried for the task and nobody put it aside. */
export async function listFailedRuns(db: Db, needy: Needy, limit: number) {
  const newer = alias(implementations, "newer");
  const isNewer = db
    .select({ one: sql`1` })
    .from(newer)
    .where(
      and(
        eq(newer.organizationId, implementations.organizationId),
        eq(newer.taskId, implementations.taskId),
        gt(newer.projectImplementationId, implementations.projectImplementationId),
      ),
    );
  const reason = sql<string | null>`(
    select ${runSteps.summary} from ${runSteps}
    where ${runSteps.organizationId} = ${implementations.organizationId}
      and ${runSteps.implementationId} = ${implementations.implementationId}
      and ${runSteps.state} = 'error' and ${runSteps.summary} is not null
    order by ${runSteps.sequence} desc limit 1)`;
  return await db
    .select({ ...product, task: taskColumns, implementationId, reason })
    .from(members)
    .innerJoin(organizations, ofMembership)
    .innerJoin(implementations, and(ofOrganization, isOwn))
    .innerJoin(tasks, ofTask)
    .innerJoin(projects, ofProject)
    .where(
      and(
        isMeant(needy),
        eq(implementations.state, "created"),
        eq(implementations.runState, "failed"),
        inArray(tasks.state, ["todo", "in-progress"]),
        notExists(isNewer),
      ),
    )
    .orderBy(...byName, asc(implementations.projectImplementationId))
    .limit(limit);
}

/** Changes that left the merge queue in which the user had put them, and those of the user's whose pull request was closed. */
export async function listUnmergedChanges(db: Db, needy: Needy, limit: number) {
  const { implementationId: id, headOid, organizationId } = implementations;
  const didLeave = and(eq(mergeQueueEntries.state, "left"), eq(mergeQueueEntries.requestedBy, members.userId));
  const wasClosed = and(eq(pullRequests.state, "closed"), isOwn);
  return await db
    .select({
      ...product,
      task: taskColumns,
      implementationId,
      reason: sql<
        string | null
      >`case when ${didLeave} then ${mergeQueueEntries.reason} else ${pullRequests.reason} end`,
    })
    .from(members)
    .innerJoin(organizations, ofMembership)
    .innerJoin(implementations, ofOrganization)
    .innerJoin(tasks, ofTask)
    .innerJoin(projects, ofProject)
    // What was said of another change says nothing of this one.
    .leftJoin(
      mergeQueueEntries,
      and(
        eq(mergeQueueEntries.organizationId, organizationId),
        eq(mergeQueueEntries.implementationId, id),
        eq(mergeQueueEntries.headOid, headOid),
      ),
    )
    .leftJoin(
      pullRequests,
      and(
        eq(pullRequests.organizationId, organizationId),
        eq(pullRequests.implementationId, id),
        eq(pullRequests.headOid, headOid),
      ),
    )
    .where(
      and(
        isMeant(needy),
        eq(implementations.state, "created"),
        eq(implementations.runState, "completed"),
        eq(tasks.state, "in-review"),
        or(didLeave, wasClosed),
      ),
    )
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
