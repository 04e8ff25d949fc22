import { displayName } from "@cairn/contract/auth";
import type { Member } from "@cairn/contract/members";
import { can, canRemove, canGrant, defaultRole, roleNames } from "@cairn/contract/roles";
import type { Role } from "@cairn/contract/roles";
import { SignOutIcon } from "@phosphor-icons/react/dist/csr/SignOut";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";

import { Button } from "#web/ui/action/button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { DataCell, DataRow } from "#web/ui/list/data-table.tsx";
import { ChoiceMenu } from "#web/ui/overlay/choice-menu.tsx";

import { memberRoleOptions } from "./role-options.ts";

interface MemberRowProps {
  member: Member;
  /** The caller's own role. */
  role: Role;
  isSelf: boolean;
  onRole: (role: Role) => void;
  onRemove: () => void;
}

/** Somebody who belongs to the organization. */
export function MemberRow({ member, role, isSelf, onRole, onRemove }: MemberRowProps) {
  const name = displayName(member.user);
  const own = member.roles[0] ?? defaultRole;
  return (
    <DataRow>
      <DataCell className="max-sm:basis-full">
        <div className="flex min-w-0 items-center gap-3">
          <Avatar name={name} size="lg" />
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2">
              <span className="font-medium [overflow-wrap:anywhere] text-ink">{name}</span>
              {isSelf && <Badge tone="accent">You</Badge>}
            </p>
            <p className="text-ink-3 [overflow-wrap:anywhere]">{member.user.email}</p>
          </div>
        </div>
      </DataCell>
      <DataCell className="max-sm:flex-1 max-sm:pl-11">
        <RoleChoice name={name} own={own} role={role} onRole={onRole} />
      </DataCell>
      <DataCell className="text-right">
        <RemoveButton name={name} own={own} role={role} isSelf={isSelf} onRemove={onRemove} />
      </DataCell>
    </DataRow>
  );
}

interface RoleChoiceProps {
  name: string;
  /** The member's. */
  own: Role;
  /** The caller's. */
  role: Role;
  onRole: (role: Role) => void;
}

function RoleChoice({ name, own, role, onRole }: RoleChoiceProps) {
  const label = `Role of ${name}`;
  if (!can(role, "member.manage")) return <span className="text-ink-2">{roleNames[own]}</span>;
  if (!canGrant(role, own)) {
    return (
      <Button
        size="sm"
        variant="ghost"
        aria-label={`${label}: ${roleNames[own]}`}
        className="-ml-2.5 aria-disabled:opacity-100!"
        disabledReason="Only an Owner can change the role of an Owner"
      >
        {roleNames[own]}
      </Button>
    );
  }
  return <ChoiceMenu label={label} options={memberRoleOptions(role, own)} value={own} onApply={onRole} />;
}

interface RemoveButtonProps {
  name: string;
  own: Role;
  role: Role;
  isSelf: boolean;
  onRemove: () => void;
}

/** Everybody may leave; the button to remove others is shown only with that right. */
function RemoveButton({ name, own, role, isSelf, onRemove }: RemoveButtonProps) {
  if (isSelf) {
    return <IconButton label="Leave Team" icon={<SignOutIcon className="size-4" />} onClick={onRemove} />;
  }
  if (!can(role, "member.manage")) return null;
  return (
    <IconButton
      label={`Remove ${name}`}
      icon={<TrashIcon className="size-4" />}
      disabledReason={canRemove(role, own) ? undefined : "Only an Owner can remove an Owner"}
      onClick={onRemove}
    />
  );
}
