import { AppError } from "@cairn/contract/errors";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { linkTasks } from "./link-tasks.ts";
import { findRanks } from "./task-lanes.store.ts";
import { hasLinksInto, insertLinks } from "./task-links.store.ts";

interface BroughtLinks {
  taskId: string;
  blockerIds: readonly string[];
}

/**
 * Writes what tasks that were brought in with `companions` wait for. Whatever is gone meanwhile is passed over, and so is
 * a task that would wait for itself. Among themselves they must not; the order of the project's tasks must be locked.
 */
export async function linkBroughtTasks(
  tx: Db,
  project: ProjectKey,
  { links, companions }: { links: readonly BroughtLinks[]; companions: readonly string[] },
): Promise<void> {
  const ids = links.flatMap(({ taskId, blockerIds }) => [taskId, ...blockerIds]);
  const there = new Set((await findRanks(tx, project, ids)).map((row) => row.taskId));
  const present = links
    .filter(({ taskId }) => there.has(taskId))
    .map(({ taskId, blockerIds }) => ({ taskId, blockerIds: blockerIds.filter((id) => there.has(id)) }));
  // A circle would lead out of these tasks and back to one of them, and mostly nothing leads back yet.
  if (!(await hasLinksInto(tx, project, companions))) {
    const pairs = present.flatMap(({ taskId, blockerIds }) => blockerIds.map((blockerId) => ({ taskId, blockerId })));
    await insertLinks(tx, project, pairs);
    return;
  }
  for (const { taskId, blockerIds } of present) await linkUnlessCircle(tx, project, { taskId, blockerIds });
}

async function linkUnlessCircle(tx: Db, project: ProjectKey, links: BroughtLinks): Promise<void> {
  try {
    if (links.blockerIds.length > 0) await linkTasks(tx, project, links);
  } catch (error) {
    // Said before anything was written: the transaction is as good as it was.
    if (!(error instanceof AppError && error.code === "conflict")) throw error;
  }
}
