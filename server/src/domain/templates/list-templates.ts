import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listTemplates as endpoint } from "@cairn/contract/templates";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";

import { describeTemplate } from "./describe-template.ts";
import { listTemplateRows } from "./templates.store.ts";

export async function listTemplates(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { page, limit } = input;
  const { organizationId } = await requireOrganization(ctx, input, "template.read");
  const { rows, total } = await listTemplateRows(ctx.db, organizationId, { limit, offset: (page - 1) * limit });
  return { content: rows.map(describeTemplate), page, limit, total };
}
