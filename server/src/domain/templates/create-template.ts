import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { createTemplate as endpoint } from "@cairn/contract/templates";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";

import { describeTemplate } from "./describe-template.ts";
import { requireChildTemplate } from "./require-child-template.ts";
import { insertTemplate } from "./templates.store.ts";

export async function createTemplate(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "template.write");
  const { title, scope, content } = input;
  await requireChildTemplate(ctx.db, organizationId, content);
  const template = { templateId: ctx.newId(), organizationId, title, scope, content, createdAt: ctx.now() };
  await insertTemplate(ctx.db, template);
  return describeTemplate(template);
}
