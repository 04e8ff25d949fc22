import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listInvites as endpoint } from "@cairn/contract/members";

import type { Ctx } from "#server/ctx.ts";

import { describeInvite } from "./describe-invite.ts";
import { selectInvites } from "./invites.store.ts";
import { requireOrganization } from "./require-organization.ts";

/** Pending invites, newest first. Those past their date are among them, so that they can be renewed. */
export async function listInvites(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "member.read");
  const { page, limit } = input;
  const { rows, total } = await selectInvites(ctx.db, { organizationId, limit, offset: (page - 1) * limit });
  return { content: rows.map(describeInvite), page, limit, total };
}
