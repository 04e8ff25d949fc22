import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { getRule as endpoint } from "@cairn/contract/rules";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { describeRule } from "./describe-rule.ts";
import { selectRule } from "./rules.store.ts";

export async function getRule(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "rule.read");
  const row = await selectRule(ctx.db, project, input.ruleId);
  if (row === null) throw notFound("Rule");
  return describeRule(row, project);
}
