import type { Invite, Member } from "@cairn/contract/members";
import type { Role } from "@cairn/contract/roles";

import { sampleId } from "./sample.ts";

const createdAt = "2026-03-02T09:30:00.000Z";
/** No test runs after it. */
const farAway = "2999-01-15T09:30:00.000Z";

/** A member, by number; the signed-in user is the one with the number 0. */
export function makeMember(number: number, name: string, role: Role): Member {
  const [firstName = null, lastName = null] = name.split(" ");
  const email = `${String(firstName).toLowerCase()}@example.com`;
  return { user: { userId: sampleId(number), firstName, lastName, email }, roles: [role], createdAt };
}

/** An invite by a link that is valid. */
export function makeInvite(number: number, email: string, change: Partial<Invite> = {}): Invite {
  return {
    inviteId: sampleId(50 + number),
    email,
    roles: ["editor"],
    delivery: "link",
    deliveryError: null,
    createdAt,
    expiresAt: farAway,
    ...change,
  };
}
