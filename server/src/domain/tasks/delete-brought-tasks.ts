import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { findUntouched } from "./task-events.store.ts";
import { deleteTaskRows, lockTasks } from "./tasks.store.ts";

/**
 * Deletes those of these tasks that nobody has changed, pinned anything to or let others wait for since they came with
 * `companions`, and answers how many. The order of the project's tasks must be locked.
 */
export async function deleteBroughtTasks(
  tx: Db,
  project: ProjectKey,
  { taskIds, companions }: { taskIds: readonly string[]; companions: readonly string[] },
): Promise<number> {
  await lockTasks(tx, project, taskIds);
  const untouched = await findUntouched(tx, project, { taskIds, companions });
  await deleteTaskRows(tx, project, untouched);
  return untouched.length;
}
