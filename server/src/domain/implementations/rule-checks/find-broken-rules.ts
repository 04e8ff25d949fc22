import type { MergeObstacle } from "@cairn/contract/implementations";

import type { Ctx } from "#server/ctx.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import type { RequiredRule } from "#server/domain/rules/list-required-rules.ts";

import { checkCommits, holdsFor, type FindConnections } from "./check-commits.ts";
import { connectionNotes } from "./judge-connections.ts";

/** Of a condition that is quoted. */
const quotedCharacters = 80;

/**
 * Required rules that an implementation breaks, in words. What is not known is no obstacle, but for its connections: a moment
 * later they may be known to break one. `findConnections`: null in lists, which have no time for it, and where nobody decides.
 */
export async function findBrokenRules(
  ctx: Pick<Ctx, "mirrors" | "settings" | "signal">,
  row: NamedImplementationRow,
  { required, findConnections }: { required: readonly RequiredRule[]; findConnections: FindConnections | null },
): Promise<MergeObstacle[]> {
  const rules = required.filter(
    (rule) => rule.check !== null && rule.projectId === row.projectId && holdsFor(rule, row),
  );
  const checks = rules.flatMap(({ check }) => (check === null ? [] : [check]));
  if (checks.length === 0) return [];
  const results = (await checkCommits(ctx, row, { checks, findConnections })) ?? [];
  return results.flatMap(({ verdict, broken: [first], note }, at) => {
    const isOpen = verdict === "unknown" && checks[at]?.kind === "forbidden-connection" && findConnections !== null;
    if (isOpen) return [{ kind: note === connectionNotes.pending ? "rule-pending" : "rule", message: note ?? "" }];
    if (first === undefined) return [];
    const condition = (rules[at]?.condition ?? "").replaceAll(/\s+/g, " ");
    const quoted = condition.length > quotedCharacters ? `${condition.slice(0, quotedCharacters - 1)}…` : condition;
    return [{ kind: "rule", message: `Breaks the required rule “If ${quoted}”: ${first.text.replaceAll("`", "")}` }];
  });
}
