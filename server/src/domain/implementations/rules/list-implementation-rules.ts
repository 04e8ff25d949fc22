import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listImplementationRules as endpoint } from "@cairn/contract/rule-checks";

import type { Ctx } from "#server/ctx.ts";
import { findChangeConnections } from "#server/domain/implementations/connections/find-change-connections.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { checkCommits, holdsFor } from "#server/domain/implementations/rule-checks/check-commits.ts";
import { maxRules } from "#server/domain/rules/create-rule.ts";
import { listRules } from "#server/domain/rules/list-rules.ts";

const ranks = { broken: 0, unknown: 1, passed: 2, "not-applied": 3 };

/** What each rule says of an implementation: broken ones first, advice last. */
export async function listImplementationRules(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  const { content: all } = await listRules(ctx, { ...input, page: 1, limit: maxRules });
  const rules = all.filter((rule) => holdsFor(rule, row));
  const checks = rules.flatMap(({ check }) => (check === null ? [] : [check]));
  const findConnections = () => findChangeConnections(ctx, row);
  const results = checks.length === 0 ? [] : await checkCommits(ctx, row, { checks, findConnections });
  const left = results?.values();
  const content = rules.map(({ ruleId, condition, instruction, isRequired, check }) => ({
    ruleId,
    condition,
    instruction,
    isRequired,
    checked: check === null ? null : (left?.next().value ?? null),
  }));
  const rank = ({ checked }: (typeof content)[number]) => (checked === null ? 4 : ranks[checked.verdict]);
  return { content: content.toSorted((one, other) => rank(one) - rank(other)) };
}
