import type { Implementation } from "@cairn/contract/implementations";
import { getImplementationChecks } from "@cairn/contract/run-checks";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";

/**
 * What was run to prove an implementation. The key has the number of its log, which every command that ends raises, and
 * not its id: what a command writes meanwhile makes nothing load again.
 */
export function runChecksQuery(project: ProjectKey, implementation: Implementation) {
  const { implementationId, logSequence, task } = implementation;
  const [path] = endpointKey(getImplementationChecks);
  const params = { ...project, taskId: task.taskId, implementationId };
  return queryOptions({
    ...endpointQuery(getImplementationChecks, { params }),
    queryKey: [path, { params: project, query: {} }, implementationId, logSequence],
    placeholderData: keepPreviousData,
  });
}
