import { inviteSchema, type Invite } from "@cairn/contract/members";
import type { Role } from "@cairn/contract/roles";

import { toEntity } from "#server/to-entity.ts";

/** A pending invite as the API shows one; its link is never part of it. */
export function describeInvite(
  row: Omit<Invite, "roles" | "createdAt" | "expiresAt"> & { role: Role; createdAt: Date; expiresAt: Date },
): Invite {
  return toEntity(inviteSchema, { ...row, roles: [row.role] });
}
