import type { ExecutableCheck } from "@cairn/contract/criterion-checks";
import type { Criterion } from "@cairn/contract/tasks";

import type { Db } from "#server/platform/db/open-db.ts";

import { listChecks } from "./criterion-checks.store.ts";

interface TaskWithCriteria {
  organizationId: string;
  taskId: string;
  acceptanceCriteria: readonly Criterion[];
}

/** What is run for the criteria that the task has now, in their order. The caller has already checked the right. */
export async function loadCriterionChecks(
  db: Db,
  task: TaskWithCriteria,
): Promise<{ criterionId: string; check: ExecutableCheck }[]> {
  const byId = new Map((await listChecks(db, task)).map((one) => [one.criterionId, one]));
  return task.acceptanceCriteria.flatMap(({ id }) => byId.get(id) ?? []);
}
