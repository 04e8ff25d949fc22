import { maxCheckedChanges, type RuleCheck, type RuleScoreboard } from "@cairn/contract/rule-checks";

import type { Ctx } from "#server/ctx.ts";
import { checkCommits, holdsFor } from "#server/domain/implementations/rule-checks/check-commits.ts";
import { listNewestRows } from "#server/domain/implementations/store/implementations.store.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

/** Of the newest changes that break a rule. */
const maxBroken = 20;

interface HeldRule {
  check: RuleCheck;
  serviceId: string | null;
  /** Null before it is saved: nobody could read it. */
  createdAt: Date | null;
}

/** How the newest changes of a product kept to a rule. Each is looked at anew, so a changed check tells of them all. */
export async function checkNewestChanges(ctx: Ctx, project: ProjectKey, rule: HeldRule): Promise<RuleScoreboard> {
  const newest = await listNewestRows(ctx.db, project, maxCheckedChanges);
  const rows = newest.filter((row) => holdsFor(rule, row));
  const results = await Promise.all(rows.map(async (row) => (await checkRow(ctx, row, rule.check)) ?? null));
  const count = (verdict: string) => results.filter((result) => result?.verdict === verdict).length;
  const { createdAt } = rule;
  const broken = rows.flatMap((row, at) => {
    const [first] = results[at]?.broken ?? [];
    if (first === undefined) return [];
    const { implementationId, projectImplementationId, taskKey, task } = row;
    const name = nameTask({ taskKey, projectTaskId: task.projectTaskId });
    return [
      { ...first, implementationId, projectImplementationId, task: { taskId: task.taskId, name, title: task.title } },
    ];
  });
  return {
    changes: rows.length,
    counts: {
      delivered: createdAt === null ? 0 : rows.filter((row) => row.createdAt >= createdAt).length,
      applied: count("passed") + count("broken"),
      passed: count("passed"),
      broken: count("broken"),
    },
    broken: broken.slice(0, maxBroken),
  };
}

/** Null where the code cannot be read any more. */
async function checkRow(ctx: Ctx, row: Parameters<typeof checkCommits>[1], check: RuleCheck) {
  try {
    return (await checkCommits(ctx, row, { checks: [check], findConnections: null }))?.[0];
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    ctx.log.warn({ error, implementationId: row.implementationId }, "a rule could not be checked");
    return null;
  }
}
