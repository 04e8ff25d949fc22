import { type Role, roleNames } from "@cairn/contract/roles";

import type { Mail } from "#server/platform/mail/mail-port.ts";
import { oneLine } from "#server/platform/mail/one-line.ts";

/** The letter that carries an invite. Names are people's own text, so each is kept to one short line. */
export function inviteLetter(invite: {
  appName: string;
  email: string;
  inviterName: string;
  organizationName: string;
  role: Role;
  link: string;
  expiresAt: Date;
}): Mail {
  const appName = oneLine(invite.appName);
  const inviter = oneLine(invite.inviterName);
  const organization = oneLine(invite.organizationName);
  return {
    to: invite.email,
    subject: `${inviter} invited you to ${organization} on ${appName}`,
    text: [
      `${inviter} invited you to join the organization "${organization}" on ${appName} as ${roleNames[invite.role]}.`,
      `Open this link and sign in with ${invite.email} to accept:`,
      invite.link,
      `The link works once, until ${dayAndTime(invite.expiresAt)}.`,
      "If you did not expect this, ignore it.",
      "",
    ].join("\n\n"),
  };
}

/** "5 December 2026, 09:00 UTC": the reader's zone is not known. */
function dayAndTime(moment: Date): string {
  const text = moment.toLocaleString("en-GB", { timeZone: "UTC", dateStyle: "long", timeStyle: "short" });
  return `${text.replace(" at ", ", ")} UTC`;
}
