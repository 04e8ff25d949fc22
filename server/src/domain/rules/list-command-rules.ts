import type { RuleCheck } from "@cairn/contract/rule-checks";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { maxRules } from "./create-rule.ts";
import { selectRules, type RuleRow } from "./rules.store.ts";

interface CommandRule extends Pick<RuleRow, "ruleId" | "serviceId" | "isRequired"> {
  check: Extract<RuleCheck, { kind: "command" }>;
}

/** Rules of a project that a command checks, oldest first. */
export async function listCommandRules(db: Db, project: ProjectKey): Promise<CommandRule[]> {
  const { rows } = await selectRules(db, project, { serviceId: undefined, limit: maxRules, offset: 0 });
  return rows.flatMap(({ ruleId, serviceId, isRequired, check }) =>
    check?.kind === "command" ? [{ ruleId, serviceId, isRequired, check }] : [],
  );
}
