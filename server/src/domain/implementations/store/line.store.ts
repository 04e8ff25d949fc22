import { sql, type SQL } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";

/**
 * Everybody who waits, with their turn: the first of each organization before the second of any, and whoever has runs
 * under way behind those who have none. So nobody waits for a team that started a hundred.
 */
export const line: SQL = sql`
  select i.implementation_id, row_number() over (order by i.turn, i.queued_at, i.implementation_id) - 1 as position
  from (
    select waiting.implementation_id, waiting.queued_at,
      row_number() over (partition by waiting.organization_id order by waiting.queued_at, waiting.implementation_id)
        + (select count(*) from ${implementations} busy
           where busy.organization_id = waiting.organization_id and busy.run_state = 'running') as turn
    from ${implementations} waiting where waiting.run_state = 'queued'
  ) i`;

/** How many runs of whomever begin before each of these; those that do not wait are missing. `db` must see all. */
export async function findPositions(db: Db, implementationIds: readonly string[]): Promise<Map<string, number>> {
  if (implementationIds.length === 0) return new Map();
  const { rows } = await db.execute<{ implementation_id: string; position: string }>(
    sql`select * from (${line}) line where implementation_id = any(${sql.param(implementationIds)}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.implementation_id, Number(row.position)]));
}
