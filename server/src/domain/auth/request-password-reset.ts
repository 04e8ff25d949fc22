import type { Ctx } from "#server/ctx.ts";
import { findUserByEmail } from "#server/domain/users/find-user-by-email.ts";

/**
 * Has a letter sent to whoever has this address. Where nobody has, a job for nobody is put in line all the same, so that
 * neither the answer nor its time tells who exists.
 */
export async function requestPasswordReset(
  ctx: Pick<Ctx, "wholeDb" | "newId" | "enqueue">,
  input: { email: string },
): Promise<void> {
  const user = await findUserByEmail(ctx, input.email);
  const userId = user?.userId ?? ctx.newId();
  await ctx.enqueue(ctx.wholeDb, "send-password-reset", { userId }, userId);
}
