/** A token is renewed this long before it ends. */
const refreshLeadMs = 60_000;

/** When an access token ends, in milliseconds since 1970, from its `exp` claim; null if it has none. */
export function parseTokenExpiry(accessToken: string): number | null {
  const payload = accessToken.split(".")[1];
  if (!payload) return null;
  try {
    const claims = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as { exp?: unknown };
    return typeof claims.exp === "number" ? claims.exp * 1000 : null;
  } catch {
    return null;
  }
}

/** How long to wait before the next refresh; never negative, and never more than a timer can hold. */
export function refreshDelayMs(expiresAt: number, now: number): number {
  return Math.min(Math.max(0, expiresAt - refreshLeadMs - now), 2 ** 31 - 1);
}
