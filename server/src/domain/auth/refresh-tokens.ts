import type { Ctx } from "#server/ctx.ts";
import { type IssuedTokens, requestTokens } from "#server/platform/oidc/oauth-client.ts";

import { signInFirst } from "./require-user.ts";

/** New tokens for a refresh token, which is used up; null means that the browser brought none. */
export async function refreshTokens(ctx: Pick<Ctx, "settings">, refreshToken: string | null): Promise<IssuedTokens> {
  const tokens = refreshToken && (await requestTokens(ctx.settings, { refreshToken }));
  if (!tokens) throw signInFirst();
  return tokens;
}
