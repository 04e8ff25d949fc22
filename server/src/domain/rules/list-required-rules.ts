import type { Db } from "#server/platform/db/open-db.ts";

import { selectRequiredRules, type RuleRow } from "./rules.store.ts";

export interface RequiredRule extends Pick<RuleRow, "ruleId" | "projectId" | "serviceId" | "condition" | "check"> {
  /** Changes are merged through a queue, which runs its command. */
  isRunByQueue: boolean;
}

/** Rules of these projects that a change has to keep to, oldest first. */
export async function listRequiredRules(
  db: Db,
  organizationId: string,
  projectIds: readonly string[],
): Promise<RequiredRule[]> {
  const rows = await selectRequiredRules(db, organizationId, projectIds);
  return rows.map(({ mergePath, ...rule }) => ({ ...rule, isRunByQueue: mergePath === "queue" }));
}
