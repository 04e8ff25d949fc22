import type { Invite } from "@cairn/contract/members";
import type { Role } from "@cairn/contract/roles";

/** A pending invite as the API shows one; its link is never part of it. */
export function describeInvite(row: {
  inviteId: string;
  email: string;
  role: Role;
  delivery: Invite["delivery"];
  deliveryError: string | null;
  createdAt: Date;
  expiresAt: Date;
}): Invite {
  return {
    inviteId: row.inviteId,
    email: row.email,
    roles: [row.role],
    delivery: row.delivery,
    deliveryError: row.deliveryError,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}
