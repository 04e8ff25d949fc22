import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";

import { inviteLetter } from "./invite-letter.ts";
import { createInviteToken, hashInviteToken, inviteLink } from "./invite-token.ts";
import { findOpenInvite, setDelivery, setToken } from "./invites.store.ts";
import { nameOrEmail } from "./name-or-email.ts";
import { requireOrganization } from "./require-organization.ts";

/**
 * Mails an invite. Its token is made here, so that it is in the letter and nowhere else; each try makes a new one. A
 * letter that got through although the try failed keeps its link until the next try.
 */
export async function sendInvite(
  ctx: Ctx,
  job: { organizationId: string; inviteId: string },
  attempt: { isLastTry: boolean },
): Promise<void> {
  const { organizationId } = await requireOrganization(ctx, job, "member.manage");
  const token = createInviteToken();
  const tokenHash = hashInviteToken(token);
  await setToken(ctx.db, { organizationId, inviteId: job.inviteId, tokenHash });
  // Null when it was sent, accepted or revoked meanwhile, or is over: then there is nothing to mail.
  const invite = await findOpenInvite(ctx.db, tokenHash, ctx.now());
  if (!invite) return;
  const letter = inviteLetter({
    appName: ctx.settings.appName,
    email: invite.email,
    inviterName: nameOrEmail(invite.inviter),
    organizationName: invite.organization.name,
    role: invite.role,
    link: inviteLink(ctx.settings.addresses.clientHost, token),
    expiresAt: invite.expiresAt,
  });
  try {
    if (!ctx.mail) throw new AppError("vendor_failed", { message: "This server sends no mail any more" });
    await ctx.mail.send(letter, ctx.signal);
  } catch (error) {
    const isFinal = attempt.isLastTry || (error instanceof AppError && !error.isRetryable);
    const deliveryError = error instanceof AppError ? error.message : "The server failed while sending";
    if (isFinal) await setDelivery(ctx.db, tokenHash, { delivery: "failed", deliveryError });
    throw error;
  }
  await setDelivery(ctx.db, tokenHash, { delivery: "sent", deliveryError: null });
}
