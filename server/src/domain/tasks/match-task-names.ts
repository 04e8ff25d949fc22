import type { Ctx } from "#server/ctx.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { findTaskIdsByName } from "./tasks.store.ts";

/**
 * Ids of the tasks that people call by these names ("FB-9", in capitals), by the names; others are missing. The caller
 * has checked the right to read them.
 */
export async function matchTaskNames(
  ctx: Pick<Ctx, "db">,
  project: ProjectKey,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return names.length === 0 ? new Map() : await findTaskIdsByName(ctx.db, project, names);
}
