import { listChangeOverlaps } from "@cairn/contract/change-overlaps";
import type { Implementation } from "@cairn/contract/implementations";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";

/** Other open changes that meet this one. */
export function overlapsQuery(project: ProjectKey, { task, implementationId }: Implementation) {
  return endpointQuery(listChangeOverlaps, { params: { ...project, taskId: task.taskId, implementationId } });
}
