import type { ProjectChange } from "@cairn/contract/project-changes";
import { sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { projectChangeCounters, projectChanges } from "#server/platform/db/tables/project-changes.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import { users } from "#server/platform/db/tables/users.ts";

/** A project's log at one moment. */
interface LogPart {
  /** The last number there is; 0 before the first change. */
  lastSequence: number;
  /** All changes after this number are still there. */
  deletedUpTo: number;
  /** In their order. */
  changes: ProjectChange[];
}

/** The changes after a number, at most `limit` of them. One statement, so that none is deleted between its parts. */
export async function readLog(db: Db, projectId: string, read: { after: number; limit: number }): Promise<LogPart> {
  const { rows } = await db.execute<LogPart & Record<string, unknown>>(sql`
    with counter as (
      select coalesce(max(last_sequence), 0) as last from ${projectChangeCounters} where project_id = ${projectId}),
    found as (
      select sequence, type, subject_id, operation, case when ${users.userId} is not null then
          json_build_object('userId', ${users.userId}, 'firstName', ${users.firstName}, 'lastName', ${users.lastName}) end as person
      from ${projectChanges} left join ${users} on ${users.userId} = changed_by
      where project_id = ${projectId} and sequence > ${read.after} order by sequence limit ${read.limit})
    select last::float8 as "lastSequence",
      coalesce((select min(sequence) from ${projectChanges} where project_id = ${projectId}) - 1, last)::float8
        as "deletedUpTo",
      coalesce((select json_agg((jsonb_build_object('sequence', sequence, 'type', type, 'id', subject_id,
        'operation', operation) || case when person is null then '{}' else jsonb_build_object('by', person) end)
        order by sequence) from found), '[]') as changes
    from counter`);
  return rows[0] ?? { lastSequence: 0, deletedUpTo: 0, changes: [] };
}

/** The organization of a project, if `db` can see it. */
export async function findOrganizationOf(db: Db, projectId: string): Promise<string | null> {
  const [row] = await db
    .select({ organizationId: projects.organizationId })
    .from(projects)
    .where(sql`${projects.projectId} = ${projectId}`);
  return row?.organizationId ?? null;
}

/** Deletes from the beginning of each log, so that what stays has no gap: what is too old, and what is too much. */
export async function deleteOldChanges(db: Db, { before, keep }: { before: Date; keep: number }): Promise<void> {
  await db.execute(sql`
    delete from ${projectChanges} using ${projectChangeCounters} counter
    where ${projectChanges.projectId} = counter.project_id and ${projectChanges.sequence} <= counter.last_sequence - ${keep}`);
  await db.execute(sql`
    delete from ${projectChanges} using (
      select project_id, max(sequence) as sequence from ${projectChanges}
      where created_at < ${before.toISOString()} group by project_id) old
    where ${projectChanges.projectId} = old.project_id and ${projectChanges.sequence} <= old.sequence`);
}
