import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { proveImplementation as endpoint } from "@cairn/contract/implementations";

import type { Ctx } from "#server/ctx.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";

import { queueReviewerCommit } from "./queue-reviewer-commit.ts";

/**
 * Builds, tests and checks a change that is done once more, as it is: what passed a moment ago is known, all else is run. Throws
 * `conflict` in words where there is nothing to prove.
 */
export async function proveImplementation(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.run");
  if (row.headOid === null) throw new AppError("conflict", { message: "There is no change to prove." });
  await queueReviewerCommit(ctx, row, {
    step: "revision-implementation",
    commit: row.headOid,
    summary: "The change as it is, to be proven again.",
    // A branch that people push to stands at it, or has moved on, which is said where the change is merged.
    isPushed: row.engine === "own-machine",
  });
  return await getImplementation(ctx, row);
}
