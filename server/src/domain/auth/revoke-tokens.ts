import type { Ctx } from "#server/ctx.ts";
import { endBrowserSession } from "#server/platform/oidc/end-browser-session.ts";
import { revokeRefreshToken } from "#server/platform/oidc/oauth-client.ts";

/**
 * Signs a browser out. Revokes the refresh token, and with it the browser session it came from, if any. The session is
 * also ended by its own cookie, for a browser that lost its refresh token: with either of the two, the next sign-in
 * asks for the password again. Both may be null.
 */
export async function revokeTokens(
  ctx: Pick<Ctx, "wholeDb" | "settings">,
  browser: { refreshToken: string | null; sessionId: string | null },
): Promise<void> {
  if (browser.sessionId) await endBrowserSession(ctx.wholeDb, { id: browser.sessionId });
  if (browser.refreshToken) await revokeRefreshToken(ctx.settings, browser.refreshToken);
}
