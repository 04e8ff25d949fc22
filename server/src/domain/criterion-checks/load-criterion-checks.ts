import type { CriterionChecks, ExecutableCheck } from "@cairn/contract/criterion-checks";
import type { Criterion } from "@cairn/contract/tasks";

import type { Db } from "#server/platform/db/open-db.ts";

import { listChecks } from "./criterion-checks.store.ts";
import { listProposed } from "./proposed-checks.store.ts";

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

/** The same with what could be run for others; a proposal for a text that the criterion no longer has is none. */
export async function describeCriterionChecks(db: Db, task: TaskWithCriteria): Promise<CriterionChecks> {
  const byId = new Map((await listProposed(db, task)).map((row) => [row.criterionId, row]));
  const proposals = task.acceptanceCriteria.flatMap(({ id: criterionId, text }) => {
    const row = byId.get(criterionId);
    if (row?.criterion !== text) return [];
    const { state, check, reason, tail, writtenBy, commitOid: commit } = row;
    const lastLines = tail === "" ? [] : tail.split("\n");
    return [{ criterionId, state, check, reason, lastLines, writtenBy, commit }];
  });
  return { checks: await loadCriterionChecks(db, task), proposals };
}
