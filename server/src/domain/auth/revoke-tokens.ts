import type { Ctx } from "#server/ctx.ts";
import { endBrowserSession } from "#server/platform/oidc/end-browser-session.ts";
import { revokeRefreshToken } from "#server/platform/oidc/oauth-client.ts";

/**
 * Signs a browser out. The refresh token ends at AUTH_HOST, whoever runs it, and ours ends the browser session of that
 * token too. The session is also ended by its own cookie, for a browser that lost its refresh token: whichever of the two
 * is left, the next sign-in asks for the password again. Both may be null.
 */
export async function revokeTokens(
  ctx: Pick<Ctx, "db" | "settings">,
  browser: { refreshToken: string | null; sessionId: string | null },
): Promise<void> {
  if (browser.sessionId) await endBrowserSession(ctx.db, { id: browser.sessionId });
  if (browser.refreshToken) await revokeRefreshToken(ctx.settings.addresses, browser.refreshToken);
}
