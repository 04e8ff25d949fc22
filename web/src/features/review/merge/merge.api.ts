import { AppError } from "@cairn/contract/errors";
import { mergeImplementation, movedHeadSchema, previewMerge } from "@cairn/contract/implementation-merging";
import { listImplementations, type Implementation } from "@cairn/contract/implementations";
import { enterMergeQueue, leaveMergeQueue } from "@cairn/contract/merge-queue";
import { getTask, getTaskBoard } from "@cairn/contract/tasks";
import { outcomes } from "@cairn/contract/texts";
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

/** What merging an implementation now would do. */
export function mergePreviewQuery(project: ProjectKey, implementation: Implementation) {
  return endpointQuery(previewMerge, { params: paramsOf(project, implementation) });
}

/** Merges what is shown: the commit that the caller has seen goes along. */
export function useMerge(project: ProjectKey, implementation: Implementation) {
  return useMutation({
    mutationFn: (head: string) =>
      call(mergeImplementation, { params: paramsOf(project, implementation), body: { head } }),
    onSettled: refreshMerged,
    meta: { failure: outcomes.implementationMerge.failure },
  });
}

/** Puts what is shown in line to be merged: the commit that the caller has seen goes along. */
export function useEnterQueue(project: ProjectKey, implementation: Implementation) {
  return useMutation({
    mutationFn: (head: string) => call(enterMergeQueue, { params: paramsOf(project, implementation), body: { head } }),
    onSettled: refreshMerged,
    meta: { failure: "Could not put it in the merge queue", success: "Put in the merge queue" },
  });
}

export function useLeaveQueue(project: ProjectKey, implementation: Implementation) {
  return useMutation({
    mutationFn: () => call(leaveMergeQueue, { params: paramsOf(project, implementation) }),
    onSettled: refreshMerged,
    meta: { failure: "Could not leave the merge queue", success: "Left the merge queue" },
  });
}

/** Loads again what a merge changes, or what changed before one. */
async function refreshMerged(): Promise<void> {
  const keys = [listImplementations, previewMerge, getTask, getTaskBoard].map((endpoint) => endpointKey(endpoint));
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** The commits that a merge was refused for, because nobody has seen them; null for another refusal. */
export function findUnseenCommits(error: unknown): { oid: string; subject: string }[] | null {
  if (!(error instanceof AppError)) return null;
  const moved = movedHeadSchema.safeParse(error.details);
  return moved.success ? moved.data.commits : null;
}
