import { bodyOf, type InputOf, type ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import { updateRule as endpoint } from "@cairn/contract/rules";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { requireService } from "#server/domain/services/require-service.ts";

import { nameRule, requiresCheck } from "./describe-rule.ts";
import { getRule } from "./get-rule.ts";
import { selectRule, updateRuleRow } from "./rules.store.ts";

/** Changes what is given of a rule and leaves the rest. */
export async function updateRule(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "rule.write");
  const { organizationId, projectId } = project;
  const { ruleId, serviceId } = input;
  if (serviceId) await requireService(ctx, { ...project, serviceId }, "rule.write");
  await ctx.db.transaction(async (tx) => {
    const former = await selectRule(tx, project, ruleId);
    if (former === null) throw notFound("Rule");
    const { check = former.check } = input;
    if (input.isRequired === true && check === null) throw requiresCheck();
    // Who takes the check away leaves advice.
    const isRequired = check !== null && (input.isRequired ?? former.isRequired);
    const change = { ...bodyOf(endpoint, input), check, isRequired, updatedAt: ctx.now() };
    if (!(await updateRuleRow(tx, project, ruleId, change))) throw notFound("Rule");
    await recordAudit(ctx, tx, { organizationId, action: "rule.changed", target: nameRule(former.condition) });
  });
  return getRule(ctx, { organizationId, projectId, ruleId });
}
