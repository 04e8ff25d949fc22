import { getChangeOverview, type ChangeOverview } from "@cairn/contract/change-overview";
import type { Implementation } from "@cairn/contract/implementations";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";

/** While the code of both sides is compared, nothing tells that it is done. Waits longer with each look. */
const firstRetryMs = 2_000;
const lastRetryMs = 30_000;

/** What an implementation does to the product, and what to look at twice. */
export function overviewQuery(project: ProjectKey, { task, implementationId }: Implementation) {
  const params = { ...project, taskId: task.taskId, implementationId };
  return {
    ...endpointQuery(getChangeOverview, { params }),
    refetchInterval: ({ state }: { state: { data?: ChangeOverview | undefined; dataUpdateCount: number } }) =>
      state.data?.state === "preparing"
        ? Math.min(lastRetryMs, firstRetryMs * 1.4 ** (state.dataUpdateCount - 1))
        : false,
  };
}
