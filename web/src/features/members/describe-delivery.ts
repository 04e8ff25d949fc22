import type { Invite } from "@cairn/contract/members";

import { formatDate } from "#web/lib/text/dates.ts";

/** Describes the delivery of an invite. `isProblem` when the inviter should act. */
export function describeDelivery(
  { delivery, deliveryError, expiresAt }: Pick<Invite, "delivery" | "deliveryError" | "expiresAt">,
  now: Date = new Date(),
): { text: string; isProblem: boolean } {
  if (new Date(expiresAt) <= now) return { text: "The invite has expired", isProblem: true };
  if (delivery === "failed") {
    return { text: deliveryError ? `Mail not sent: ${deliveryError}` : "Mail not sent", isProblem: true };
  }
  const lead = { link: "Link not used yet", queued: "Mail is on its way", sent: "Mail sent" }[delivery];
  return { text: `${lead} · until ${formatDate(expiresAt, now)}`, isProblem: false };
}
