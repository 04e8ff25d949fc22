import {
  getConflicts,
  resolveConflicts,
  runConflicts,
  type ConflictResolution,
} from "@cairn/contract/conflict-resolution";
import { previewMerge } from "@cairn/contract/implementation-merging";
import { listImplementations, type Implementation, type OfferedEngine } from "@cairn/contract/implementations";
import { getTask, getTaskBoard } from "@cairn/contract/tasks";
import { useMutation } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

const paramsOf = (project: ProjectKey, { task, implementationId }: Implementation) => ({
  ...project,
  taskId: task.taskId,
  implementationId,
});

/** Every file that conflicts, whole. */
export function conflictsQuery(project: ProjectKey, implementation: Implementation) {
  return endpointQuery(getConflicts, { params: paramsOf(project, implementation) });
}

/** The two commits that somebody has seen. */
interface SeenCommits {
  head: string;
  tip: string;
}

/** `onSaved` comes before what is shown changes, and whoever asked goes. */
export function useResolveConflicts(project: ProjectKey, implementation: Implementation, onSaved: () => void) {
  return useMutation({
    mutationFn: ({ head, tip, files }: SeenCommits & { files: ConflictResolution[] }) =>
      call(resolveConflicts, { params: paramsOf(project, implementation), body: { head, tip, files } }),
    onSuccess: onSaved,
    onSettled: refresh,
    meta: { failure: "Could not save the merge", success: "Merge saved, and in line to be checked" },
  });
}

/** `onStarted` comes before what is shown changes, and whoever asked goes. */
export function useRunConflicts(project: ProjectKey, implementation: Implementation, onStarted: () => void) {
  return useMutation({
    mutationFn: ({ head, tip, writer }: SeenCommits & { writer: Pick<OfferedEngine, "engine" | "agent"> }) => {
      const { engine, agent } = writer;
      const body = { head, tip, engine, ...(agent === null ? {} : { agent: agent.slug }) };
      return call(runConflicts, { params: paramsOf(project, implementation), body });
    },
    onSuccess: onStarted,
    onSettled: refresh,
    meta: { failure: "Could not start resolving the conflicts", success: "The conflicts are being resolved" },
  });
}

/** Also after a refusal: then something is another one than what was on the page. */
async function refresh(): Promise<void> {
  const keys = [listImplementations, getConflicts, previewMerge, getTask, getTaskBoard].map((one) => endpointKey(one));
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
