import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { getInvite as endpoint } from "@cairn/contract/members";

import type { Ctx } from "#server/ctx.ts";

import { describeInvite } from "./describe-invite.ts";
import { findInvite } from "./invites.store.ts";
import { requireOrganization } from "./require-organization.ts";

export async function getInvite(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "member.read");
  const invite = await findInvite(ctx.db, organizationId, input.inviteId);
  if (!invite) throw notFound("Invite");
  return describeInvite(invite);
}
