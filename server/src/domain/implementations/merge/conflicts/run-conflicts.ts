import type { runConflicts as endpoint } from "@cairn/contract/conflict-resolution";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { keepFormerHead } from "#server/domain/implementations/phases/keep-former-head.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { queueReviewerRun } from "#server/domain/implementations/reviewer-commits/queue-reviewer-commit.ts";

import { chooseConflictWriter } from "./choose-conflict-writer.ts";
import { loadConflicts } from "./load-conflicts.ts";
import { requireSeen } from "./require-seen.ts";

/** Has an agent, or what wrote the change, put it together with the base branch. Throws `conflict` in words where it cannot. */
export async function runConflicts(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.run");
  const writer = chooseConflictWriter(ctx, row, input);
  const conflicts = await loadConflicts(ctx, row);
  requireSeen(conflicts, input);
  await keepFormerHead(ctx, row);
  const { head: former, tip, files } = conflicts;
  await queueReviewerRun(ctx, row, {
    writer,
    step: "merge-conflicts-implementation",
    intent: { former, tip, at: ctx.now().toISOString() },
    note: `Asked for: ${row.baseBranch} merged in, where ${files.length === 1 ? "one file conflicts" : `${files.length} files conflict`}.`,
  });
  return await getImplementation(ctx, row);
}
