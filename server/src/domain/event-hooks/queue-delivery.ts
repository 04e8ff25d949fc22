import type { HookDelivery } from "@cairn/contract/event-hooks";

import type { Ctx } from "#server/ctx.ts";

import { describeDelivery } from "./describe-hook.ts";
import { insertDeliveries, type EventHookRow, type HookDeliveryRow } from "./event-hooks.store.ts";

/** Puts one message to one address in line, also where that is switched off: somebody asked for it. */
export async function queueDelivery(
  ctx: Pick<Ctx, "db" | "now" | "newId">,
  { organizationId, hookId }: EventHookRow,
  { type, data }: Pick<HookDeliveryRow, "type" | "data">,
): Promise<HookDelivery> {
  const now = ctx.now();
  const row: HookDeliveryRow = {
    deliveryId: ctx.newId(),
    organizationId,
    hookId,
    type,
    data,
    state: "waiting",
    attempts: 0,
    responseStatus: null,
    problem: null,
    createdAt: now,
    dueAt: now,
  };
  await insertDeliveries(ctx.db, [row]);
  return describeDelivery(row);
}
