import type { getConflicts as endpoint } from "@cairn/contract/conflict-resolution";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";

import { listConflictWriters } from "./choose-conflict-writer.ts";
import { loadConflicts } from "./load-conflicts.ts";

/** Every file that conflicts, whole, and what can resolve them in a run. */
export async function getConflicts(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  const { head, tip, files } = await loadConflicts(ctx, row);
  const shown = files.map(({ path, reason, sides, pieces }) => ({ path, reason, sides, pieces }));
  return { head, tip, baseBranch: row.baseBranch, files: shown, writers: listConflictWriters(ctx, row) };
}
