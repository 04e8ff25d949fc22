import { randomBytes } from "node:crypto";

import type { Ctx } from "#server/ctx.ts";
import { findWebhook } from "#server/domain/repositories/store/webhooks.store.ts";

import { webhookContext } from "./webhook-context.ts";

/** Compared with where a repository has no secret, so that nobody learns by the time it takes which ones there are. */
const nobodysSecret = randomBytes(32).toString("base64url");

/**
 * The repository of a webhook, if the message was signed with its secret; null for unknown repositories, those
 * without a webhook, and wrong secrets alike. The id is untrusted; the secret gives the right.
 */
export async function authenticateWebhook(
  ctx: Pick<Ctx, "wholeDb" | "secrets">,
  { repositoryId, isMadeWith }: { repositoryId: string; isMadeWith: (secret: string) => Promise<boolean> },
): Promise<{ organizationId: string; repositoryId: string } | null> {
  const found = await findWebhook(ctx.wholeDb, repositoryId);
  const key = found && { organizationId: found.organizationId, repositoryId };
  const secret = found && ctx.secrets.open(found.sealedSecret, webhookContext({ ...found, repositoryId }));
  return (await isMadeWith(secret ?? nobodysSecret)) ? key : null;
}
