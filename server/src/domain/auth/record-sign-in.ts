import type { Ctx } from "#server/ctx.ts";

import { upsertSignIn } from "./sign-ins.store.ts";

/** Browsers need about 150; the header may be as long as a caller likes. */
const maxUserAgentLength = 400;

/** Notes from where a sign-in was used, at its beginning and whenever its access token is renewed. */
export async function recordSignIn(
  ctx: Pick<Ctx, "wholeDb" | "now" | "newId">,
  signIn: { userId: string; grantId: string; userAgent: string | null; address: string | null },
): Promise<void> {
  const now = ctx.now();
  const userAgent = signIn.userAgent === null ? null : tidyUserAgent(signIn.userAgent);
  const row = { ...signIn, userAgent, sessionId: ctx.newId(), createdAt: now, lastUsedAt: now };
  await upsertSignIn(ctx.wholeDb, row);
}

/** What a stranger sent and its owner reads: no control characters, a sensible length, null when nothing is left. */
function tidyUserAgent(text: string): string | null {
  const letters = text.replaceAll(/\p{Cc}/gu, "").trim();
  return Array.from(letters).slice(0, maxUserAgentLength).join("") || null;
}
