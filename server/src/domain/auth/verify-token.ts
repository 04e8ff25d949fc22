import type { Ctx } from "#server/ctx.ts";

import { findTokenUser } from "./authenticate-bearer.ts";

/** Whether an access token would be accepted here and now. */
export async function verifyToken(
  ctx: Pick<Ctx, "wholeDb" | "secrets" | "settings" | "now">,
  input: { accessToken: string },
): Promise<{ valid: boolean }> {
  return { valid: (await findTokenUser(ctx, input.accessToken)) !== null };
}
