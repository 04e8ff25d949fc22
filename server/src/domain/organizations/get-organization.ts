import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { getOrganization as endpoint } from "@cairn/contract/organizations";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";

import { getOrganizationRow } from "./organizations.store.ts";

export async function getOrganization(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, role } = await requireOrganization(ctx, input, "organization.read");
  const row = await getOrganizationRow(ctx.db, organizationId);
  if (!row) throw notFound("Organization");
  return { ...row, role };
}
