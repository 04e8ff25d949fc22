import { randomBytes } from "node:crypto";

import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { createWebhook as endpoint } from "@cairn/contract/repositories";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { setWebhookSecret } from "#server/domain/repositories/store/webhooks.store.ts";

import { webhookContext } from "./webhook-context.ts";

const secretBytes = 32;

/**
 * Makes the address and secret with which a code host reports pushes; the secret is in this response and nowhere else.
 */
export async function createWebhook(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireRepository(ctx, input, "repository.manage");
  if (row.connection.type === "internal") {
    throw new AppError("conflict", { message: "This server hosts the repository and hears of its pushes by itself." });
  }
  const { organizationId, repositoryId, slug } = row;
  const secret = randomBytes(secretBytes).toString("base64url");
  const sealed = ctx.secrets.seal(secret, webhookContext({ organizationId, repositoryId }));
  await ctx.db.transaction(async (tx) => {
    await setWebhookSecret(tx, { organizationId, repositoryId }, sealed);
    await recordAudit(ctx, tx, { organizationId, action: "repository.webhook-made", target: slug });
  });
  return { url: `${ctx.settings.addresses.apiHost}/v1/webhooks/${repositoryId}`, secret };
}
