import type { MadeInvite } from "@cairn/contract/members";

import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { InviteLinks, inviteLinksNote } from "./invite-links.tsx";

/** The new link of an invite. */
export function InviteLinkDialog({ invite, onClose }: { invite: MadeInvite; onClose: () => void }) {
  return (
    <Dialog isOpen onOpenChange={onClose} width="md" title="New invite link" description={inviteLinksNote}>
      {/* It must not take the focus itself, or the dialog could not return the focus on close. */}
      <InviteLinks invites={[invite]} takesFocus={false} onDone={onClose} />
    </Dialog>
  );
}
