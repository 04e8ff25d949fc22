import type { TaskBoard } from "@cairn/contract/tasks";

import type { Db } from "#server/platform/db/open-db.ts";

import { countTasksByState, type BoardKey } from "./tasks.store.ts";

/** How many tasks each lane of a board has. */
export async function countLanes(db: Db, board: BoardKey): Promise<TaskBoard["totals"]> {
  const totals = await countTasksByState(db, board);
  return {
    backlog: totals.get("backlog") ?? 0,
    todo: totals.get("todo") ?? 0,
    "in-progress": totals.get("in-progress") ?? 0,
    "in-review": totals.get("in-review") ?? 0,
    done: totals.get("done") ?? 0,
    archived: totals.get("archived") ?? 0,
  };
}
