import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { type IssuedTokens, requestTokens } from "#server/platform/oidc/oauth-client.ts";

/** Trades the code of a sign-in that was finished at our own authorization server for tokens. */
export async function exchangeCode(
  ctx: Pick<Ctx, "settings">,
  input: { code: string; codeVerifier: string },
): Promise<IssuedTokens> {
  const tokens = await requestTokens(ctx.settings, input);
  if (!tokens) {
    const message = "This sign-in was already used or is too old. Please sign in again.";
    throw new AppError("unauthenticated", { message });
  }
  return tokens;
}
