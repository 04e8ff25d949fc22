import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { nameTask } from "./describe-tasks.ts";
import { findTasksByOrigin } from "./tasks.store.ts";

/** What people call the tasks that came from these, by their keys. The caller has checked the right to read them. */
export async function matchTaskOrigins(
  ctx: { db: Db },
  project: ProjectKey,
  originKeys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (originKeys.length === 0) return new Map();
  const rows = await findTasksByOrigin(ctx.db, project, originKeys);
  return new Map(rows.flatMap((row) => (row.originKey === null ? [] : [[row.originKey, nameTask(row)] as const])));
}
