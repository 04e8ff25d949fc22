import type { Member } from "@cairn/contract/members";
import type { Role } from "@cairn/contract/roles";

/** A member as the API shows one. */
export function describeMember(row: { user: Member["user"]; role: Role; createdAt: Date }): Member {
  return { user: row.user, roles: [row.role], createdAt: row.createdAt.toISOString() };
}
