import {
  getImplementationDiff,
  getImplementationLog,
  listImplementations,
  resumeImplementation,
  startImplementation,
  stopImplementation,
  type Implementation,
} from "@cairn/contract/implementations";
import { useMutation } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

/** Implementations of a task, newest first. */
export function implementationsQuery(project: ProjectKey, taskId: string) {
  return endpointQuery(listImplementations, { params: { ...project, taskId }, query: {} });
}

export function implementationDiffQuery(project: ProjectKey, { task, implementationId }: Implementation) {
  return endpointQuery(getImplementationDiff, {
    params: { ...project, taskId: task.taskId, implementationId },
    query: {},
  });
}

export function implementationLogQuery(project: ProjectKey, { task, implementationId }: Implementation) {
  return endpointQuery(getImplementationLog, {
    params: { ...project, taskId: task.taskId, implementationId },
    query: {},
  });
}

function refreshImplementations(): void {
  void queryClient.invalidateQueries({ queryKey: endpointKey(listImplementations) });
}

export function useStartImplementation(project: ProjectKey, taskId: string) {
  return useMutation({
    mutationFn: () => call(startImplementation, { params: { ...project, taskId } }),
    onSettled: refreshImplementations,
    meta: { success: "Task implementation started", failure: "Could not start task implementation" },
  });
}

export function useStopImplementation(project: ProjectKey, { task, implementationId }: Implementation) {
  return useMutation({
    mutationFn: () => call(stopImplementation, { params: { ...project, taskId: task.taskId, implementationId } }),
    onSettled: refreshImplementations,
    meta: { success: "Implementation stopped", failure: "Could not stop implementation" },
  });
}

export function useResumeImplementation(project: ProjectKey, { task, implementationId }: Implementation) {
  return useMutation({
    mutationFn: () => call(resumeImplementation, { params: { ...project, taskId: task.taskId, implementationId } }),
    onSettled: refreshImplementations,
    meta: { success: "Task implementation started", failure: "Could not start task implementation" },
  });
}
