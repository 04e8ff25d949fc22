import type { InputOf } from "@cairn/contract/endpoint";
import type { deleteEventHook as endpoint } from "@cairn/contract/event-hooks";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";

import { readAddress } from "./describe-hook.ts";
import { deleteHook } from "./event-hooks.store.ts";
import { nameAddress } from "./name-address.ts";
import { requireHook } from "./require-hook.ts";

/** Tells an address nothing any more, also nothing that waits. */
export async function deleteEventHook(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const { project, hook } = await requireHook(ctx, input);
  await ctx.db.transaction(async (tx) => {
    if ((await deleteHook(tx, hook)) === null) return;
    const { organizationId, name: target } = project;
    const from = nameAddress(readAddress(ctx, hook));
    await recordAudit(ctx, tx, { organizationId, action: "project.webhook-deleted", target, from });
  });
}
