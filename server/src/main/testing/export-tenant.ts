import { sql } from "drizzle-orm";

import type { TestWorld } from "#server/testing/test-ctx.ts";

/** Every row of every table that belongs to the organization, to be compared with a later export. */
export async function exportTenant(
  world: TestWorld,
  { organizationId }: { organizationId: string },
): Promise<Record<string, unknown[]>> {
  const { db } = world.ctx;
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'organization_id' order by 1`,
  );
  const content: Record<string, unknown[]> = {};
  for (const { name } of tables.rows) {
    const { rows } = await db.execute(
      sql`select to_jsonb(t) as row from ${sql.identifier(name)} t where organization_id = ${organizationId} order by 1`,
    );
    content[name] = rows;
  }
  return content;
}
