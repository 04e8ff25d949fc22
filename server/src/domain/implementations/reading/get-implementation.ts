import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { getImplementation as endpoint } from "@cairn/contract/implementations";

import type { Ctx } from "#server/ctx.ts";

import { describeImplementations } from "./describe-implementations.ts";
import { requireImplementation } from "./require-implementation.ts";

/** One implementation with the steps of its run. */
export async function getImplementation(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  const [implementation] = await describeImplementations(ctx, [row]);
  if (implementation === undefined) throw notFound("Implementation");
  return implementation;
}
