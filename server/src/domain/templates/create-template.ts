import { bodyOf, type InputOf, type ResultOf } from "@cairn/contract/endpoint";
import { createTemplate as endpoint } from "@cairn/contract/templates";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";

import { describeTemplate } from "./describe-template.ts";
import { requireChildTemplate } from "./require-child-template.ts";
import { insertTemplate } from "./templates.store.ts";

export async function createTemplate(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "template.write");
  await requireChildTemplate(ctx.db, organizationId, input.content);
  const template = { ...bodyOf(endpoint, input), templateId: ctx.newId(), organizationId, createdAt: ctx.now() };
  await insertTemplate(ctx.db, template);
  return describeTemplate(template);
}
