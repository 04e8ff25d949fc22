import { sql } from "drizzle-orm";

import type { TestWorld } from "#server/testing/test-ctx.ts";

/** Every row of every table that belongs to the organization, to be compared with a later export. */
export async function exportTenant(
  world: TestWorld,
  { organizationId }: { organizationId: string },
): Promise<Record<string, unknown[]>> {
  const { db } = world.ctx;
  const tables = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
        and attname = 'organization_id' and not attisdropped order by 1`,
  );
  const parts = tables.rows.map(
    ({ name }) =>
      sql`select ${name}::text as name, to_jsonb(t) as row from ${sql.identifier(name)} t
          where organization_id = ${organizationId}`,
  );
  const all = await db.execute<{ name: string; row: unknown }>(
    sql`${sql.join(parts, sql` union all `)} order by name, row`,
  );
  const content: Record<string, unknown[]> = Object.fromEntries(tables.rows.map(({ name }) => [name, []]));
  for (const { name, row } of all.rows) content[name]?.push({ row });
  return content;
}
