import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { getTopic as endpoint } from "@cairn/contract/external-context";

import type { Ctx } from "#server/ctx.ts";

import { describeTopic } from "./describe-topic.ts";
import { requireTopic } from "./require-topic.ts";

export async function getTopic(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  return describeTopic(await requireTopic(ctx, input, "external-context.read"));
}
