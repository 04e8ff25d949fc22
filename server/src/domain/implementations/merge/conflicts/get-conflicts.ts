import type { getConflicts as endpoint } from "@cairn/contract/conflict-resolution";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";

import { findRunObstacle } from "./find-run-obstacle.ts";
import { loadConflicts } from "./load-conflicts.ts";

/** Every file that conflicts, whole, and whether a run can resolve them. */
export async function getConflicts(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  const { head, tip, files } = await loadConflicts(ctx, row);
  const shown = files.map(({ path, reason, sides, pieces }) => ({ path, reason, sides, pieces }));
  return { head, tip, baseBranch: row.baseBranch, files: shown, runObstacle: findRunObstacle(ctx, row) };
}
