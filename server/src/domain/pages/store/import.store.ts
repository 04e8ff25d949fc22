import { sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { artifacts, sections } from "#server/platform/db/tables/artifacts.ts";

/** Those of the ids that a page or section of any organization has; nothing else is revealed of them. */
export async function listTakenIds(wholeDb: Db, ids: readonly string[]): Promise<Set<string>> {
  const wanted = sql`any(${sql.param([...ids])}::uuid[])`;
  const { rows } = await wholeDb.execute<{ id: string }>(sql`
    select ${artifacts.artifactId} as id from ${artifacts} where ${artifacts.artifactId} = ${wanted}
    union select ${sections.sectionId} from ${sections} where ${sections.sectionId} = ${wanted}`);
  return new Set(rows.map(({ id }) => id));
}
