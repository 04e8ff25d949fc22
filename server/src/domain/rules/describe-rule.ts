import type { Rule } from "@cairn/contract/rules";

import type { NamedRuleRow } from "./rules.store.ts";

/** A rule as the contract shows it. */
export function describeRule(row: NamedRuleRow, project: Rule["project"]): Rule {
  const { ruleId, serviceId, condition, instruction, service, creator, createdAt, updatedAt } = row;
  const { projectId, slug, name } = project;
  return {
    ruleId,
    serviceId,
    condition,
    instruction,
    service,
    project: { projectId, slug, name },
    creator,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** How the audit log calls a rule. */
export function nameRule(condition: string): string {
  const line = condition.replaceAll(/\s+/g, " ");
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
