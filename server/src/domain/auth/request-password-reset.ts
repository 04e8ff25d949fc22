import type { Ctx } from "#server/ctx.ts";
import { findUserByEmail } from "#server/domain/users/find-user-by-email.ts";

/**
 * Enqueues an e-mail to the user with this address. Without such a user a job is enqueued all the same, so that
 * neither the response nor its time reveals who exists.
 */
export async function requestPasswordReset(
  ctx: Pick<Ctx, "wholeDb" | "newId" | "enqueue">,
  input: { email: string },
): Promise<void> {
  const user = await findUserByEmail(ctx, input.email);
  const userId = user?.userId ?? ctx.newId();
  await ctx.enqueue(ctx.wholeDb, "send-password-reset", { userId }, userId);
}
