import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { previewRuleCheck as endpoint } from "@cairn/contract/rule-checks";

import type { Ctx } from "#server/ctx.ts";
import { proposeCheck } from "#server/domain/implementations/rule-checks/propose-check.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { requireService } from "#server/domain/services/require-service.ts";

import { checkNewestChanges } from "./check-newest-changes.ts";

/** What a check would have said of the newest changes, before anybody relies on it. */
export async function previewRuleCheck(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "rule.read");
  const { serviceId = null } = input;
  if (serviceId !== null) await requireService(ctx, { ...project, serviceId }, "rule.read");
  const check = input.check ?? proposeCheck(input);
  if (check === null) return { check, scoreboard: null };
  return { check, scoreboard: await checkNewestChanges(ctx, project, { check, serviceId, createdAt: null }) };
}
