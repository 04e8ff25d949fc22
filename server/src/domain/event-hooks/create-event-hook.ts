import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { createEventHook as endpoint } from "@cairn/contract/event-hooks";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { describeHook, hookContext, sealAddress } from "./describe-hook.ts";
import { insertHook, selectHooks, type EventHookRow } from "./event-hooks.store.ts";
import { nameAddress } from "./name-address.ts";
import { createHookSecret } from "./sign-message.ts";

/** More than anybody uses, few enough that each event stays cheap. */
const maxHooks = 20;

/**
 * Has an address told what happens in a product. The secret is in this answer and nowhere else. Throws `invalid_input` in
 * words where this server may not connect there.
 */
export async function createEventHook(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId, name } = await requireProject(ctx, input, "project.update");
  await ctx.egress.checkUrl(input.url);
  const secret = createHookSecret();
  const hookId = ctx.newId();
  const row: EventHookRow = {
    hookId,
    organizationId,
    projectId,
    sealedUrl: sealAddress(ctx, { organizationId, hookId }, input.url),
    sealedSecret: ctx.secrets.seal(secret, hookContext({ organizationId, hookId })),
    events: [...new Set(input.events)],
    isEnabled: true,
    failingSince: null,
    disabledReason: null,
    createdAt: ctx.now(),
  };
  await ctx.db.transaction(async (tx) => {
    if ((await selectHooks(tx, row)).length >= maxHooks) {
      throw new AppError("conflict", {
        message: `A product can't have more than ${maxHooks} webhooks. Delete one that is no longer used.`,
      });
    }
    await insertHook(tx, row);
    const to = nameAddress(input.url);
    await recordAudit(ctx, tx, { organizationId, action: "project.webhook-created", target: name, to });
  });
  return { ...describeHook(ctx, row), secret };
}
