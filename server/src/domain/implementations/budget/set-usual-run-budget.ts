import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { setUsualRunBudget as endpoint } from "@cairn/contract/run-budgets";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { loadUsualTokenLimit, updateUsualTokenLimit } from "#server/domain/implementations/store/usual-budget.store.ts";
import { requireOrganization } from "#server/domain/members/require-organization.ts";

import { getUsualRunBudget } from "./get-usual-run-budget.ts";

/** Chooses what new implementations may take of the model; null leaves it to the server. Those that have begun keep theirs. */
export async function setUsualRunBudget(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, name: target } = await requireOrganization(ctx, input, "organization.update");
  const { tokenLimit } = input;
  await ctx.db.transaction(async (tx) => {
    const former = await loadUsualTokenLimit(tx, organizationId);
    if (former === tokenLimit) return;
    await updateUsualTokenLimit(tx, organizationId, tokenLimit);
    const change = { from: sayLimit(former), to: sayLimit(tokenLimit) };
    await recordAudit(ctx, tx, { organizationId, action: "organization.run-budget-changed", target, ...change });
  });
  return await getUsualRunBudget(ctx, { organizationId });
}

function sayLimit(tokenLimit: number | null): string {
  return tokenLimit === null ? "the server's" : `${tokenLimit.toLocaleString("en")} tokens`;
}
