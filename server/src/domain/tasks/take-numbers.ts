import { notFound } from "@cairn/contract/errors";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { chooseTaskKey } from "./choose-task-key.ts";
import { listTaskKeys, setTaskKey, takeTaskNumbers } from "./task-lanes.store.ts";

/** The first of the next `count` numbers of the product, which gets its key with its first task. Locks its row. */
export async function takeNumbers(tx: Db, project: ProjectKey, count: number): Promise<number> {
  const taken = await takeTaskNumbers(tx, project, count);
  if (taken === null) throw notFound("Product");
  if (taken.taskKey === null) {
    const takenKeys = await listTaskKeys(tx, project.organizationId);
    await setTaskKey(tx, project, chooseTaskKey(taken.projectName, takenKeys));
  }
  return taken.last - count + 1;
}
