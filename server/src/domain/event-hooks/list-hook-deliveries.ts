import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listHookDeliveries as endpoint } from "@cairn/contract/event-hooks";

import type { Ctx } from "#server/ctx.ts";

import { describeDelivery } from "./describe-hook.ts";
import { selectDeliveries } from "./event-hooks.store.ts";
import { requireHook } from "./require-hook.ts";

const maxShown = 50;

/** What an address was told lately. */
export async function listHookDeliveries(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const { hook } = await requireHook(ctx, input);
  const content = (await selectDeliveries(ctx.db, hook, maxShown)).map(describeDelivery);
  return { content, page: 1, limit: maxShown, total: content.length };
}
