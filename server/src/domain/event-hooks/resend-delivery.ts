import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { resendDelivery as endpoint } from "@cairn/contract/event-hooks";

import type { Ctx } from "#server/ctx.ts";

import { selectDelivery } from "./event-hooks.store.ts";
import { queueDelivery } from "./queue-delivery.ts";
import { requireHook } from "./require-hook.ts";

/** Sends once more what an address was told, as a delivery of its own. */
export async function resendDelivery(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { hook } = await requireHook(ctx, input);
  const { deliveryId } = input;
  const former = await selectDelivery(ctx.db, { ...hook, deliveryId });
  if (former === null) throw notFound("Delivery");
  return await queueDelivery(ctx, hook, former);
}
