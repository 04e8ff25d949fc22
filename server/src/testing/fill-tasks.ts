import { sql } from "drizzle-orm";

import { openDb } from "#server/platform/db/open-db.ts";

/**
 * Fills a product that has one task up to so many, as rows: `openCount` of them over the lanes of a board, the others
 * archived. Each has a description of a kilobyte. The database knows what it holds afterwards, as it would a minute later.
 */
export async function fillTasks(
  connectionString: string,
  wanted: { organizationId: string; projectId: string; taskCount: number; openCount: number },
): Promise<void> {
  const { organizationId, projectId, taskCount, openCount } = wanted;
  const { db, close } = openDb(connectionString, { max: 1, onError: () => {} });
  await db.execute(sql`set cairn.scope = 'all'`);
  await db.execute(sql`
    insert into tasks (task_id, organization_id, project_id, project_task_id, title, description, acceptance_criteria,
      state, rank, priority, labels, created_at, updated_at)
    select gen_random_uuid(), ${organizationId}::uuid, ${projectId}::uuid, n, 'Task ' || n || ' about the quay',
      repeat('Passengers must see why. ', 40), '[{"id":"1","text":"Row shows why","done":true}]',
      case when n > ${openCount}::int then 'archived'
        else (array['backlog', 'todo', 'in-progress', 'in-review', 'done'])[n % 5 + 1] end,
      'd' || lpad(n::text, 4, '0') || '1', 'none', '[]', now(), now()
    from generate_series(2, ${taskCount}::int) n`);
  await db.execute(sql`
    update projects set last_task_number = ${taskCount}::int where project_id = ${projectId}::uuid`);
  await db.execute(sql`analyze tasks`);
  await close();
}
