import { listChangeOverlaps } from "@cairn/contract/change-overlaps";
import type { Implementation } from "@cairn/contract/implementations";
import { queryOptions } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";

/** Until all of them are compared. */
const partialMs = 3_000;

/** Other open changes that meet this one. */
export function overlapsQuery(project: ProjectKey, { task, implementationId }: Implementation) {
  return queryOptions({
    ...endpointQuery(listChangeOverlaps, { params: { ...project, taskId: task.taskId, implementationId } }),
    refetchInterval: ({ state }) => (state.data?.isPartial === true ? partialMs : false),
  });
}
