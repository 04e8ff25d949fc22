import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { deleteRule as endpoint } from "@cairn/contract/rules";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { nameRule } from "./describe-rule.ts";
import { deleteRuleRow } from "./rules.store.ts";

/** Deletes a rule; agents no longer get it. */
export async function deleteRule(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "rule.write");
  const { organizationId } = project;
  await ctx.db.transaction(async (tx) => {
    const condition = await deleteRuleRow(tx, project, input.ruleId);
    if (condition === null) throw notFound("Rule");
    await recordAudit(ctx, tx, { organizationId, action: "rule.deleted", target: nameRule(condition) });
  });
}
