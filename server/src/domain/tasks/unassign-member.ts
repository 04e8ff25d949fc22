import type { ListenerCtx } from "#server/edge.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { insertUnassignments } from "./task-events.store.ts";
import { lockTasksOf, unassignTasks } from "./tasks.store.ts";

/** Takes the tasks of an organization from somebody who left it, within the transaction `db` of their leaving. */
export async function unassignMember(
  ctx: ListenerCtx,
  db: Db,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  const taskIds = await lockTasksOf(db, organizationId, userId);
  if (taskIds.length === 0) return;
  await unassignTasks(db, taskIds, ctx.now());
  await insertUnassignments(db, { organizationId, userId, taskIds, createdAt: ctx.now() });
}
