import type { Ctx } from "#server/ctx.ts";
import { findUser } from "#server/domain/users/find-user.ts";

/** Notifies a user that their password was changed, so that a theft does not go unnoticed. */
export async function sendPasswordChanged(ctx: Ctx, { userId }: { userId: string }): Promise<void> {
  const user = ctx.mail && (await findUser(ctx, userId));
  if (!ctx.mail || !user) return;
  const { appName, addresses } = ctx.settings;
  const text = `The password of your ${appName} account, ${user.email}, was changed, and every other browser was signed out.

If that was you, there is nothing left to do. If not, choose a new one with 'Forgot your password?' on the sign-in page, and tell an administrator:
${addresses.clientHost}/login
`;
  await ctx.mail.send({ to: user.email, subject: `Your ${appName} password was changed`, text }, ctx.signal);
}
