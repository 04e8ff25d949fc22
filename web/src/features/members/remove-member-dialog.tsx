import { displayName } from "@cairn/contract/auth";
import type { Member } from "@cairn/contract/members";
import { useNavigate } from "@tanstack/react-router";

import { href } from "#web/lib/navigation/paths.ts";
import { ConfirmDialog } from "#web/ui/confirmation/confirm-dialog.tsx";

import { useLeaveOrganization, useRemoveMember } from "./members.api.ts";

interface RemoveMemberDialogProps {
  organizationId: string;
  member: Member;
  isSelf: boolean;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks before somebody loses their access, which for oneself means to leave. */
export function RemoveMemberDialog({ organizationId, member, isSelf, onClose, onRemoved }: RemoveMemberDialogProps) {
  const navigate = useNavigate();
  const remove = useRemoveMember(organizationId);
  const leave = useLeaveOrganization(organizationId, () => navigate({ to: href("home") }));
  const { userId } = member.user;
  if (isSelf) {
    return (
      <ConfirmDialog
        isOpen
        onOpenChange={onClose}
        title="Leave Team?"
        description="You lose access to this organization and its products at once. Somebody has to invite you to come back."
        confirmLabel="Leave Team"
        isBusy={leave.isPending}
        onConfirm={() => leave.mutate(userId)}
      />
    );
  }
  const name = displayName(member.user);
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Remove ${name}?`}
      description={`${member.user.email} loses access to this organization and its products at once.`}
      confirmLabel={`Remove ${name}`}
      isBusy={remove.isPending}
      onConfirm={() => void remove.mutateAsync(userId).then(onRemoved, () => {})}
    />
  );
}
