import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { deleteTemplate as endpoint } from "@cairn/contract/templates";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";

import { refuseBuiltIn } from "./refuse-built-in.ts";
import { deleteTemplateRow, findTemplateOfPages } from "./templates.store.ts";

/** Deletes a template that no other one needs; pages that were made from it stay. */
export async function deleteTemplate(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "template.write");
  const key = { organizationId, templateId: input.templateId };
  refuseBuiltIn(input.templateId);
  await ctx.db.transaction(async (tx) => {
    const user = await findTemplateOfPages(tx, key);
    if (user)
      throw new AppError("conflict", { message: `“${user.title}” needs this template. Change that one first.` });
    const title = await deleteTemplateRow(tx, key);
    if (title === null) throw notFound("Template");
    await recordAudit(ctx, tx, { organizationId, action: "template.deleted", target: title });
  });
}
