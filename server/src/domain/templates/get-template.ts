import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { getTemplate as endpoint } from "@cairn/contract/templates";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";

import { findTemplate } from "./find-template.ts";

export async function getTemplate(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "template.read");
  return await findTemplate(ctx.db, { organizationId, templateId: input.templateId });
}
