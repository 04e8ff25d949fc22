import { randomBytes } from "node:crypto";

import type { Ctx } from "#server/ctx.ts";
import { findWebhook } from "#server/domain/repositories/store/webhooks.store.ts";

import { webhookContext } from "./webhook-context.ts";

/** Compared with where a repository has no secret, so that nobody learns by the time it takes which ones there are. */
const nobodysSecret = randomBytes(32).toString("base64url");

/**
 * Whose repository a code host tells of, if the message was made with its secret; null for unknown repositories, those
 * without a webhook, and wrong secrets alike. The id is a stranger's, and the secret is the right.
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
