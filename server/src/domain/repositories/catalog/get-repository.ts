import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { getRepository as endpoint } from "@cairn/contract/repositories";

import type { Ctx } from "#server/ctx.ts";

import { describeRepository } from "./describe-repository.ts";
import { requireRepository } from "./require-repository.ts";

export async function getRepository(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  return describeRepository(ctx, await requireRepository(ctx, input, "project.read"));
}
