import type { MadeInvite } from "@cairn/contract/members";

import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { InviteLinks, inviteLinksNote } from "./invite-links.tsx";

/** The new link of an invite. */
export function InviteLinkDialog({ invite, onClose }: { invite: MadeInvite; onClose: () => void }) {
  return (
    <Dialog isOpen onOpenChange={onClose} width="md" title="New invite link" description={inviteLinksNote}>
      {/* Had it taken the focus first, the dialog would not know where to give it back to. */}
      <InviteLinks invites={[invite]} takesFocus={false} onDone={onClose} />
    </Dialog>
  );
}
