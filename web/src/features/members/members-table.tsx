import type { Invite, MadeInvite, Member } from "@cairn/contract/members";
import { can } from "@cairn/contract/roles";
import type { Role } from "@cairn/contract/roles";
import { lazy, Suspense, useState } from "react";

import { DataTable } from "#web/ui/list/data-table.tsx";
import { keepRowFocus } from "#web/ui/list/list.tsx";

import { InviteRow } from "./invite-row.tsx";
import { MemberRow } from "./member-row.tsx";
import { useChangeRole, useRenewInvite, useRevokeInvite } from "./members.api.ts";
import { RemoveMemberDialog } from "./remove-member-dialog.tsx";

const InviteLinkDialog = lazy(() =>
  import("./invite-link-dialog.tsx").then((module) => ({ default: module.InviteLinkDialog })),
);

const columns = [
  { title: "Person" },
  { title: "Role", className: "w-36" },
  { title: "Actions", isHidden: true, className: "w-56" },
];

interface MembersTableProps {
  organizationId: string;
  /** The caller's own role and id; the id is undefined until they are loaded. */
  role: Role;
  userId: string | undefined;
  members: readonly Member[];
  invites: readonly Invite[];
}

/** Pending invites first, then the members. */
export function MembersTable({ organizationId, role, userId, members, invites }: MembersTableProps) {
  const changeRole = useChangeRole(organizationId);
  const [memberToRemove, setMemberToRemove] = useState<{ member: Member; keepFocus: () => void } | null>(null);
  const { renew, revoke, renewedLink, closeLink, isRenewing, isRevoking } = useInviteActions(organizationId);
  return (
    <>
      <DataTable label="Members" columns={columns}>
        {invites.map((invite) => (
          <InviteRow
            key={invite.inviteId}
            invite={invite}
            canManage={can(role, "member.manage")}
            isRenewing={isRenewing(invite)}
            isRevoking={isRevoking(invite)}
            onRenew={() => renew(invite)}
            onRevoke={() => revoke(invite)}
          />
        ))}
        {members.map((member) => (
          <MemberRow
            key={member.user.userId}
            member={member}
            role={role}
            isSelf={member.user.userId === userId}
            onRole={(next) => changeRole.mutate({ userId: member.user.userId, role: next })}
            onRemove={() => setMemberToRemove({ member, keepFocus: keepRowFocus(document.activeElement) })}
          />
        ))}
      </DataTable>
      {memberToRemove && (
        <RemoveMemberDialog
          organizationId={organizationId}
          member={memberToRemove.member}
          isSelf={memberToRemove.member.user.userId === userId}
          onClose={() => setMemberToRemove(null)}
          onRemoved={() => {
            setMemberToRemove(null);
            memberToRemove.keepFocus();
          }}
        />
      )}
      {renewedLink && (
        <Suspense>
          <InviteLinkDialog invite={renewedLink} onClose={closeLink} />
        </Suspense>
      )}
    </>
  );
}

/** Actions for pending invites. They use promises, because a row may be removed before its answer arrives. */
function useInviteActions(organizationId: string) {
  const renewal = useRenewInvite(organizationId);
  const revocation = useRevokeInvite(organizationId);
  const [renewedLink, setRenewedLink] = useState<MadeInvite | null>(null);

  const renew = ({ inviteId }: Invite) =>
    void renewal.mutateAsync(inviteId).then(
      (createdInvites) => createdInvites.link !== null && setRenewedLink(createdInvites),
      // On failure a toast says why, and the row stays.
      () => {},
    );
  const revoke = ({ inviteId }: Invite) => {
    const keepFocus = keepRowFocus(document.activeElement);
    void revocation.mutateAsync(inviteId).then(keepFocus, () => {});
  };
  return {
    renew,
    revoke,
    renewedLink,
    closeLink: () => setRenewedLink(null),
    isRenewing: ({ inviteId }: Invite) => renewal.isPending && renewal.variables === inviteId,
    isRevoking: ({ inviteId }: Invite) => revocation.isPending && revocation.variables === inviteId,
  };
}
