import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { identifyByCode } from "#server/platform/oidc/identify-by-code.ts";
import type { IssuedTokens } from "#server/platform/oidc/oauth-client.ts";

import { findAccount } from "./find-account.ts";

/** Trades the code of a sign-in that was finished at AUTH_HOST for tokens of ours, making the account where it is new. */
export async function signInElsewhere(
  ctx: Pick<Ctx, "wholeDb" | "settings" | "now" | "newId">,
  input: { code: string; codeVerifier: string },
  issueTokens: (userId: string) => Promise<IssuedTokens>,
): Promise<IssuedTokens> {
  const identity = await identifyByCode(ctx.settings.addresses, input);
  if (!identity) {
    const message = "This sign-in was already used or is too old. Please sign in again.";
    throw new AppError("unauthenticated", { message });
  }
  return issueTokens(await findAccount(ctx, identity));
}
