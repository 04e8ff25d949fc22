import { applySuggestions, listComments } from "@cairn/contract/implementation-comments";
import { listImplementations, type Implementation } from "@cairn/contract/implementations";
import { getTask, getTaskBoard } from "@cairn/contract/tasks";
import { useMutation } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

/** Commits what these comments suggest, on top of what is on the page. `onApplied` comes before what is shown changes. */
export function useApplySuggestions(project: ProjectKey, implementation: Implementation, onApplied: () => void) {
  const { task, implementationId, head } = implementation;
  return useMutation({
    mutationFn: (commentIds: string[]) =>
      call(applySuggestions, {
        params: { ...project, taskId: task.taskId, implementationId },
        body: { head: head ?? "", commentIds },
      }),
    onSuccess: onApplied,
    onSettled: refresh,
    meta: { failure: "Could not apply it", success: "Applied, and in line to be checked" },
  });
}

async function refresh(): Promise<void> {
  const keys = [listImplementations, listComments, getTask, getTaskBoard].map((endpoint) => endpointKey(endpoint));
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Why nothing can be applied to an implementation now; undefined when something can. */
export function explainNoApply({ state, outcome, commitObstacle }: Implementation): string | undefined {
  if (state !== "created") return "It is decided already";
  if (commitObstacle !== null) return commitObstacle;
  return outcome === "completed" ? undefined : "Only a change that is ready for review takes suggestions";
}
