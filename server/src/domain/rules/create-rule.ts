import { bodyOf, type InputOf, type ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import { createRule as endpoint } from "@cairn/contract/rules";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { requireService } from "#server/domain/services/require-service.ts";

import { nameRule, requiresCheck } from "./describe-rule.ts";
import { getRule } from "./get-rule.ts";
import { countRules, insertRule, lockProject } from "./rules.store.ts";

/** More than an agent could hold in mind; few enough that a script gone wild ends. */
export const maxRules = 500;

/** Adds a rule; agents get it with their next question. */
export async function createRule(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "rule.write");
  const { organizationId, projectId } = project;
  const { serviceId = null, check = null, isRequired = false } = input;
  if (isRequired && check === null) throw requiresCheck();
  if (serviceId !== null) await requireService(ctx, { ...project, serviceId }, "rule.write");
  const [ruleId, now] = [ctx.newId(), ctx.now()];
  await ctx.db.transaction(async (tx) => {
    if (!(await lockProject(tx, project))) throw notFound("Product");
    if ((await countRules(tx, project)) >= maxRules) throw tooManyRules();
    await insertRule(tx, {
      ...bodyOf(endpoint, input),
      ruleId,
      organizationId,
      projectId,
      serviceId,
      check,
      isRequired,
      createdBy: ctx.actor.kind === "user" ? ctx.actor.userId : null,
      createdAt: now,
      updatedAt: now,
    });
    await recordAudit(ctx, tx, { organizationId, action: "rule.created", target: nameRule(input.condition) });
  });
  return getRule(ctx, { organizationId, projectId, ruleId });
}

function tooManyRules(): AppError {
  const message = `A product can have at most ${maxRules} rules. Delete some that agents no longer need.`;
  return new AppError("unprocessable", { message });
}
