import { AppError, notFound } from "@cairn/contract/errors";
import { maxSubtasks } from "@cairn/contract/tasks";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { nameParent, nameTask } from "./describe-tasks.ts";
import { countSubtasks } from "./subtasks.store.ts";
import { selectTask } from "./tasks.store.ts";

/**
 * What people call the task that another is to be part of. Throws where that is not of the project, or where there
 * would be more than one level. The order of the project's tasks must be locked, so that no two changes make one.
 */
export async function checkParent(
  tx: Db,
  project: ProjectKey,
  { taskId, parentId }: { taskId: string; parentId: string },
): Promise<string> {
  if (parentId === taskId) throw refused("A task can't be part of itself");
  const parent = await selectTask(tx, project, parentId);
  if (parent === null) throw notFound("Task");
  const name = nameTask(parent);
  const grandparent = nameParent(parent);
  if (grandparent !== null) throw refused(`${name} is part of ${grandparent}, so it can't have sub-tasks itself`);
  const counts = await countSubtasks(tx, project, [taskId, parentId]);
  if (counts.has(taskId)) throw refused(`A task that has sub-tasks can't be part of ${name}`);
  if ((counts.get(parentId)?.total ?? 0) >= maxSubtasks) {
    throw refused(`A task can't have more than ${maxSubtasks} sub-tasks`);
  }
  return name;
}

function refused(message: string): AppError {
  return new AppError("conflict", { message });
}
