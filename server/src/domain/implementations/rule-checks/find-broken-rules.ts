import type { MergeObstacle } from "@cairn/contract/implementations";
import type { CheckedRule, RuleCheck } from "@cairn/contract/rule-checks";

import type { Ctx } from "#server/ctx.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import type { RequiredRule } from "#server/domain/rules/list-required-rules.ts";

import { checkCommits, holdsFor, type FindConnections } from "./check-commits.ts";
import { connectionNotes } from "./judge-connections.ts";

/** Of a condition that is quoted. */
const quotedCharacters = 80;

/**
 * Required rules that an implementation breaks, or of which nobody knows whether it keeps them, in words and with what to do.
 * `findConnections`: null in lists, which have no time for connections, and where nobody decides.
 */
export async function findBrokenRules(
  ctx: Pick<Ctx, "mirrors" | "settings" | "signal">,
  row: NamedImplementationRow,
  { required, findConnections }: { required: readonly RequiredRule[]; findConnections: FindConnections | null },
): Promise<MergeObstacle[]> {
  const asked = required.flatMap((rule) => {
    const { check } = rule;
    const isHeld = rule.projectId === row.projectId && holdsFor(rule, row);
    return check !== null && isHeld ? [{ rule, check }] : [];
  });
  if (asked.length === 0) return [];
  const checks = asked.map(({ check }) => check);
  const results = (await checkCommits(ctx, row, { checks, findConnections })) ?? [];
  return results.flatMap((checked, at) => {
    const one = asked[at];
    if (one === undefined) return [];
    const { rule, check } = one;
    const [first] = checked.broken;
    if (first !== undefined) {
      const text = first.text.replaceAll("`", "");
      return [{ kind: "rule" as const, message: `Breaks the required rule “If ${quote(rule)}”: ${text}` }];
    }
    if (checked.verdict !== "unknown") return [];
    if (check.kind === "forbidden-connection") return findConnections === null ? [] : [sayUnconnected(checked)];
    // Whoever is in line is built and tested with its command before it is merged.
    if (check.kind === "command" && rule.isRunByQueue) return [];
    const note = (checked.note ?? "").replaceAll("`", "");
    const message = `Nobody knows whether it keeps to the required rule “If ${quote(rule)}”. ${note} ${waysOut(check)}`;
    return [{ kind: "rule" as const, message }];
  });
}

function sayUnconnected({ note }: CheckedRule): MergeObstacle {
  return { kind: note === connectionNotes.pending ? "rule-pending" : "rule", message: note ?? "" };
}

function waysOut({ kind }: RuleCheck): string {
  return kind === "command"
    ? "Prove the change again once the command can tell, or say in Rules that it need not be kept."
    : "Split the change, narrow the files of the rule, or say in Rules that it need not be kept.";
}

function quote({ condition }: RequiredRule): string {
  const line = condition.replaceAll(/\s+/g, " ");
  return line.length > quotedCharacters ? `${line.slice(0, quotedCharacters - 1)}…` : line;
}
