import { getTaskSummary } from "@cairn/contract/tasks";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";

/** How many tasks each state has, and those to look at first. */
export function taskSummaryQuery(key: ProjectKey) {
  return endpointQuery(getTaskSummary, { params: key });
}
