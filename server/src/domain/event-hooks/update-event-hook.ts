import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { updateEventHook as endpoint } from "@cairn/contract/event-hooks";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";

import { describeHook, readAddress } from "./describe-hook.ts";
import { endWaiting, updateHook } from "./event-hooks.store.ts";
import { nameAddress } from "./name-address.ts";
import { requireHook } from "./require-hook.ts";

/** Changes what an address is told, or switches it off or on. Switched on, it begins anew: what failed before counts no more. */
export async function updateEventHook(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { project, hook } = await requireHook(ctx, input);
  const { events, isEnabled } = input;
  const change = {
    ...(events === undefined ? {} : { events: [...new Set(events)] }),
    ...(isEnabled === undefined ? {} : { isEnabled, failingSince: null, disabledReason: null }),
  };
  if (Object.keys(change).length === 0) return describeHook(ctx, hook);
  const changed = await ctx.db.transaction(async (tx) => {
    const row = await updateHook(tx, hook, change);
    if (isEnabled === false) await endWaiting(tx, hook, "The webhook was switched off.");
    const { organizationId, name: target } = project;
    const to = nameAddress(readAddress(ctx, hook));
    await recordAudit(ctx, tx, { organizationId, action: "project.webhook-changed", target, to });
    return row;
  });
  if (changed === null) throw notFound("Webhook");
  return describeHook(ctx, changed);
}
