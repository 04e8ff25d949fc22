import { inviteLifetimeDays } from "@cairn/contract/members";
import type { MadeInvite } from "@cairn/contract/members";

import { Button } from "#web/ui/action/button.tsx";
import { OneTimeSecret } from "#web/ui/action/one-time-secret.tsx";
import { useCopy } from "#web/ui/action/use-copy.ts";
import { Announcement } from "#web/ui/feedback/announcement.tsx";

/** What people must know about links before they close the dialog with them. */
export const inviteLinksNote = [
  "This server sends no mail, so pass each link on yourself.",
  `Links are shown only now, work for ${inviteLifetimeDays} days, once, and only for their address.`,
].join(" ");

interface InviteLinksProps {
  /** Only those that no mail carries have a link. */
  invites: readonly MadeInvite[];
  /** Whether they replace content that had the focus. */
  takesFocus: boolean;
  onDone: () => void;
}

/** Invite links, shown only once: the server stores only their hashes. */
export function InviteLinks({ invites, takesFocus, onDone }: InviteLinksProps) {
  const linked = invites.flatMap(({ inviteId, email, link }) => (link === null ? [] : [{ inviteId, email, link }]));
  const { isCopied, copy } = useCopy();
  return (
    <>
      <ul className="flex flex-col gap-4">
        {linked.map(({ inviteId, email, link }, index) => (
          <li key={inviteId}>
            <p className="mb-1.5 text-sm font-medium [overflow-wrap:anywhere] text-ink">{email}</p>
            <OneTimeSecret label={`Invite link for ${email}`} secret={link} takesFocus={takesFocus && index === 0} />
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        {linked.length > 1 && (
          <Button onClick={() => copy(linked.map(({ email, link }) => `${email} ${link}`).join("\n"))}>
            {isCopied ? "Copied" : "Copy all"}
          </Button>
        )}
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </div>
      <Announcement>{isCopied && "Copied"}</Announcement>
    </>
  );
}
