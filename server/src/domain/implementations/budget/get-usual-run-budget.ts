import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { getUsualRunBudget as endpoint } from "@cairn/contract/run-budgets";

import type { Ctx } from "#server/ctx.ts";
import { loadUsualTokenLimit } from "#server/domain/implementations/store/usual-budget.store.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";

/** What new implementations of an organization may take of the model. */
export async function getUsualRunBudget(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId } = await requireOrganization(ctx, input, "organization.read");
  const tokenLimit = await loadUsualTokenLimit(ctx.db, organizationId);
  return { tokenLimit, serverTokenLimit: serverTokenLimit(ctx) };
}

/** Of RUN_MAX_TOKENS, in tokens; null where nothing limits a run. */
export function serverTokenLimit({ settings }: Pick<Ctx, "settings">): number | null {
  return settings.runs.maxTokens === 0 ? null : settings.runs.maxTokens;
}
