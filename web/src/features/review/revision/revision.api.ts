import {
  listImplementations,
  reviseImplementation,
  type Implementation,
  type OfferedEngine,
} from "@cairn/contract/implementations";
import { getTask, getTaskBoard } from "@cairn/contract/tasks";
import { outcomes } from "@cairn/contract/texts";
import { useMutation } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

/** Has an implementation worked on again, for the comments that are open. */
export function useRevise(project: ProjectKey, { task, implementationId }: Implementation) {
  const params = { ...project, taskId: task.taskId, implementationId };
  return useMutation({
    mutationFn: ({ engine, agent }: Pick<OfferedEngine, "engine" | "agent">) =>
      call(reviseImplementation, { params, body: { engine, ...(agent === null ? {} : { agent: agent.slug }) } }),
    onSettled: () => {
      for (const endpoint of [listImplementations, getTask, getTaskBoard]) {
        void queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) });
      }
    },
    meta: outcomes.implementationRevise,
  });
}
