import type { Db } from "#server/platform/db/open-db.ts";

import { listWaitingTasks, type Needy } from "./needs.store.ts";
import { listCommentedChanges, listFailedRuns, listPausedRuns, listUnmergedChanges } from "./run-needs.store.ts";

/** What of runs and their reviews waits for a person: at most `limit` of each kind, and how many there are in all. */
export async function listReviewNeeds(db: Db, needy: Needy, limit: number) {
  const [failed, paused, unmerged, commented, reviews] = await Promise.all([
    listFailedRuns(db, needy, limit),
    listPausedRuns(db, needy, limit),
    listUnmergedChanges(db, needy, limit),
    listCommentedChanges(db, needy, limit),
    listWaitingTasks(db, needy, { kind: "in-review", limit }),
  ]);
  // What is to be done about such a task is said already.
  const spoken = new Set([...unmerged, ...commented].map(({ task }) => task.taskId));
  const toReview = reviews.filter(({ task }) => !spoken.has(task.taskId));
  const totals = [failed, paused, unmerged, commented, reviews].map((rows) => rows[0]?.total ?? 0);
  const total = totals.reduce((sum, one) => sum + one, toReview.length - reviews.length);
  return { failed, paused, unmerged, commented, toReview, total };
}
