import { bodyOf, type InputOf, type ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import { updateTemplate as endpoint } from "@cairn/contract/templates";

import type { Ctx } from "#server/ctx.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";

import { describeTemplate } from "./describe-template.ts";
import { refuseBuiltIn } from "./refuse-built-in.ts";
import { requireChildTemplate } from "./require-child-template.ts";
import { findTemplateOfPages, updateTemplateRow } from "./templates.store.ts";

/** Changes a template; pages that were made from it stay as they are. */
export async function updateTemplate(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "template.write");
  const { templateId, content } = input;
  refuseBuiltIn(templateId);
  const key = { organizationId, templateId };
  await requireChildTemplate(ctx.db, organizationId, content);
  if (content.type === "pages") await refuseWhenUsed(ctx, key);
  const row = await updateTemplateRow(ctx.db, key, bodyOf(endpoint, input));
  if (!row) throw notFound("Template");
  return describeTemplate(row);
}

/** Others make their pages from its sections. */
async function refuseWhenUsed(ctx: Ctx, key: { organizationId: string; templateId: string }): Promise<void> {
  const user = await findTemplateOfPages(ctx.db, key);
  if (user === null) return;
  throw new AppError("conflict", { message: `“${user.title}” makes its pages from the sections of this template.` });
}
