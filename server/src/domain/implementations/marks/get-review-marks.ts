import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { getReviewMarks as endpoint } from "@cairn/contract/review-marks";

import type { Ctx } from "#server/ctx.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";

import { readMarks } from "./read-marks.ts";

/** Which files the caller has viewed, and what they looked at last. */
export async function getReviewMarks(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  return await readMarks(ctx.db, row, requireUserId(ctx));
}
