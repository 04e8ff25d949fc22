import { sql } from "drizzle-orm";

import type { Database } from "#server/platform/db/open-db.ts";

/**
 * Fills an organization up to so many members, and its Owner's list up to so many organizations, as rows: making them
 * one by one through the API would take longer than what is measured with them.
 */
export async function fillLists(
  wholeDb: Database,
  wanted: { organizationId: string; email: string; memberCount: number; organizationCount: number },
): Promise<void> {
  await wholeDb.execute(sql`
    with people as (
      insert into users (user_id, email, first_name, last_name, created_at)
      select gen_random_uuid(), 'person-' || n || '@example.test', 'Person', 'Number ' || n, now()
      from generate_series(2, ${wanted.memberCount}::int) n returning user_id)
    insert into members (organization_id, user_id, role, created_at)
    select ${wanted.organizationId}::uuid, user_id, 'editor', now() from people`);
  await wholeDb.execute(sql`
    with made as (
      insert into organizations (organization_id, slug, name, created_at)
      select gen_random_uuid(), 'organization-' || n, 'Organization ' || n, now()
      from generate_series(2, ${wanted.organizationCount}::int) n returning organization_id)
    insert into members (organization_id, user_id, role, created_at)
    select organization_id, (select user_id from users where email = ${wanted.email}), 'owner', now() from made`);
}
