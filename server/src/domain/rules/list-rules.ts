import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listRules as endpoint } from "@cairn/contract/rules";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { requireService } from "#server/domain/services/require-service.ts";

import { describeRule } from "./describe-rule.ts";
import { selectRules } from "./rules.store.ts";

/** Rules of a project, oldest first; for one service, its own and those of the whole project. */
export async function listRules(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "rule.read");
  const { page, limit, serviceId } = input;
  if (serviceId !== undefined) await requireService(ctx, { ...project, serviceId }, "rule.read");
  const { rows, total } = await selectRules(ctx.db, project, { serviceId, limit, offset: (page - 1) * limit });
  return { content: rows.map((row) => describeRule(row, project)), page, limit, total };
}
