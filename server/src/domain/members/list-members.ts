import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listMembers as endpoint } from "@cairn/contract/members";

import type { Ctx } from "#server/ctx.ts";

import { describeMember } from "./describe-member.ts";
import { selectMembers } from "./members.store.ts";
import { requireOrganization } from "./require-organization.ts";

export async function listMembers(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "member.read");
  const { page, limit, query = "" } = input;
  const { rows, total } = await selectMembers(ctx.db, { organizationId, query, limit, offset: (page - 1) * limit });
  return { content: rows.map(describeMember), page, limit, total };
}
