import { canChangeRole, canGrant, roleDescriptions, roleNames, roles } from "@cairn/contract/roles";
import type { Role } from "@cairn/contract/roles";

/** The roles somebody may invite others with. */
export function inviteRoleOptions(actor: Role): { value: Role; label: string }[] {
  return roles.filter((role) => canGrant(actor, role)).map((role) => ({ value: role, label: roleNames[role] }));
}

/** All roles for the menu of a member; roles the caller may not grant have a reason. */
export function memberRoleOptions(actor: Role, from: Role) {
  return roles.map((role) => ({
    value: role,
    label: roleNames[role],
    description: roleDescriptions[role],
    disabledReason: canChangeRole(actor, { from, to: role }) ? undefined : "Only an Owner can give this role",
  }));
}
