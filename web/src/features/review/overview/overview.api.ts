import { getChangeOverview, type ChangeOverview } from "@cairn/contract/change-overview";
import type { Implementation } from "@cairn/contract/implementations";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";

/** While the code of both sides is compared, nothing tells that it is done. */
const retryMs = 2_000;

/** What an implementation does to the product, and what to look at twice. */
export function overviewQuery(project: ProjectKey, { task, implementationId }: Implementation) {
  const params = { ...project, taskId: task.taskId, implementationId };
  return {
    ...endpointQuery(getChangeOverview, { params }),
    refetchInterval: ({ state }: { state: { data?: ChangeOverview | undefined } }) =>
      state.data?.state === "preparing" ? retryMs : false,
  };
}
