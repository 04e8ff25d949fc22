import { notFound } from "@cairn/contract/errors";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { lockTaskOrder } from "./task-lanes.store.ts";

/** Who places, links or numbers tasks of the project waits from here on until the transaction `tx` ends. */
export async function lockTaskOrderOf(tx: Db, project: ProjectKey): Promise<void> {
  if (!(await lockTaskOrder(tx, project))) throw notFound("Product");
}
