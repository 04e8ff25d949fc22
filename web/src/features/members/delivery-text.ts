import type { Invite } from "@cairn/contract/members";

import { humanDate } from "#web/lib/dates.ts";

/** How an invite fares, in a few words; a problem is something that the inviter should do something about. */
export function deliveryText(
  { delivery, deliveryError, expiresAt }: Pick<Invite, "delivery" | "deliveryError" | "expiresAt">,
  now: Date = new Date(),
): { text: string; isProblem: boolean } {
  if (new Date(expiresAt) <= now) return { text: "The invite has expired", isProblem: true };
  if (delivery === "failed") {
    return { text: deliveryError ? `Mail not sent: ${deliveryError}` : "Mail not sent", isProblem: true };
  }
  const lead = { link: "Link not used yet", queued: "Mail is on its way", sent: "Mail sent" }[delivery];
  return { text: `${lead} · until ${humanDate(expiresAt, now)}`, isProblem: false };
}
