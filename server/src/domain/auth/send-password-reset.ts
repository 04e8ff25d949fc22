import type { Ctx } from "#server/ctx.ts";
import { findUser } from "#server/domain/users/find-user.ts";

import { makePasswordReset } from "./make-password-reset.ts";

/** Mails a link that sets a new password. Only this letter ever holds it: a repeated job makes another and ends the first. */
export async function sendPasswordReset(ctx: Ctx, { userId }: { userId: string }): Promise<void> {
  const user = ctx.mail && (await findUser(ctx, userId));
  const link = user && (await makePasswordReset(ctx, userId));
  if (!ctx.mail || !user || !link) return;
  const { appName } = ctx.settings;
  const text = `Somebody asked for a new password for your ${appName} account, ${user.email}.

Open this link within the hour to choose one:
${link}

It works once, and signs you out everywhere. If it was not you who asked, you can ignore this letter: your password stays as it is.
`;
  await ctx.mail.send({ to: user.email, subject: `Choose a new ${appName} password`, text }, ctx.signal);
}
