import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { getRuleScoreboard as endpoint } from "@cairn/contract/rule-checks";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { getRule } from "#server/domain/rules/get-rule.ts";

import { checkNewestChanges } from "./check-newest-changes.ts";

/** How the newest changes kept to a rule. `unprocessable` for one that is advice only. */
export async function getRuleScoreboard(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "rule.read");
  const { check, serviceId, createdAt } = await getRule(ctx, input);
  if (check === null) throw new AppError("unprocessable", { message: "This rule has no check; it is advice only." });
  return await checkNewestChanges(ctx, project, { check, serviceId, createdAt: new Date(createdAt) });
}
