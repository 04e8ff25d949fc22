import { acceptInvite, createInvites, listInvites, listMembers } from "@cairn/contract/members";
import type { Role } from "@cairn/contract/roles";

import type { Ctx } from "#server/ctx.ts";

import { signInAsClient, type ApiClient } from "./api-client.ts";
import type { DemoState } from "./demo-account.ts";

interface DemoPerson {
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
}

const people: readonly DemoPerson[] = [
  { firstName: "Mateo", lastName: "Ruiz", email: "mateo@northquay.example", role: "admin" },
  { firstName: "Lena", lastName: "Brandt", email: "lena@northquay.example", role: "editor" },
];
/** Was invited and has not answered yet. */
const invited = { email: "sam@northquay.example", role: "editor" as const };

/**
 * Ada's team: each is invited, signs up and accepts, as people do. Only where no mail is sent: the invites would go to
 * addresses that are nobody's, and their links with them. Repeating it adds nobody twice.
 */
export async function seedDemoPeople(
  ctx: Ctx,
  ada: { client: ApiClient; state: DemoState },
  organizationId: string,
): Promise<void> {
  if (ctx.mail) return;
  const { client, state } = ada;
  const params = { organizationId };
  const { content: members } = await client.call(listMembers, { params });
  for (const { role, ...profile } of people) {
    if (members.some(({ user }) => user.email === profile.email)) continue;
    const token = await invite(client, organizationId, { email: profile.email, role });
    // Nobody needs to know it: it is derived from the demo's own, so that an interrupted start can continue.
    const password = `${state.password}-${profile.firstName}`;
    const person = await signInAsClient(ctx.settings.addresses, { ...profile, password });
    await person.call(acceptInvite, { params: { token } });
  }
  const { content: invites } = await client.call(listInvites, { params });
  if (!invites.some(({ email }) => email === invited.email)) await invite(client, organizationId, invited);
}

/** The token in the link of the response. */
async function invite(
  client: ApiClient,
  organizationId: string,
  { email, role }: { email: string; role: Role },
): Promise<string> {
  const body = { invites: [{ email, roles: [role] }] };
  const { invites } = await client.call(createInvites, { params: { organizationId }, body });
  return invites[0]?.link?.split("/").at(-1) ?? "";
}
