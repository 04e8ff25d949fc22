import type { Db } from "#server/platform/db/open-db.ts";

import { selectRequiredRules, type RuleRow } from "./rules.store.ts";

export type RequiredRule = Pick<RuleRow, "ruleId" | "projectId" | "serviceId" | "condition" | "check">;

/** Rules of these projects that a change has to keep to, oldest first. */
export async function listRequiredRules(
  db: Db,
  organizationId: string,
  projectIds: readonly string[],
): Promise<RequiredRule[]> {
  return await selectRequiredRules(db, organizationId, projectIds);
}
