import type { ResultOf } from "@cairn/contract/endpoint";
import type { Implementation } from "@cairn/contract/implementations";
import { listImplementationRules } from "@cairn/contract/rule-checks";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";

export type ChangeRule = ResultOf<typeof listImplementationRules>["content"][number];

/** What the rules that hold for an implementation say of it. */
export function changeRulesQuery(project: ProjectKey, { task, implementationId, head }: Implementation) {
  const params = { ...project, taskId: task.taskId, implementationId };
  const query = endpointQuery(listImplementationRules, { params });
  // Another head is another change.
  return { ...query, queryKey: [...query.queryKey, head] as const };
}
