import { AppError } from "@cairn/contract/errors";
import { ruleSchema, type Rule } from "@cairn/contract/rules";

import { toEntity } from "#server/to-entity.ts";

import type { NamedRuleRow } from "./rules.store.ts";

/** A rule as the contract shows it. */
export function describeRule(row: NamedRuleRow, { projectId, slug, name }: Rule["project"]): Rule {
  return toEntity(ruleSchema, { ...row, project: { projectId, slug, name } });
}

/** How the audit log calls a rule. */
export function nameRule(condition: string): string {
  const line = condition.replaceAll(/\s+/g, " ");
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

/** Nobody could tell whether a change keeps to it. */
export function requiresCheck(): AppError {
  return new AppError("unprocessable", { message: "Only a rule with a check can be required." });
}
