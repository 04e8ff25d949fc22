import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listOrganizations as endpoint } from "@cairn/contract/organizations";

import type { Ctx } from "#server/ctx.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";

import { listOrganizationsOf } from "./organizations.store.ts";

export async function listOrganizations(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const offset = (input.page - 1) * input.limit;
  const found = await listOrganizationsOf(ctx.db, requireUserId(ctx), { limit: input.limit, offset });
  return { ...found, page: input.page, limit: input.limit };
}
