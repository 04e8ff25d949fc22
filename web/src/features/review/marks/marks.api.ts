import type { Implementation } from "@cairn/contract/implementations";
import {
  getChangesSinceLook,
  getReviewMarks,
  noteLook,
  setViewed,
  type ReviewMarks,
} from "@cairn/contract/review-marks";
import { queryOptions, useMutation } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

const paramsOf = (project: ProjectKey, { task, implementationId }: Implementation) => ({
  ...project,
  taskId: task.taskId,
  implementationId,
});

/** What the reader has viewed of an implementation, and what they looked at last. */
export function marksQuery(project: ProjectKey, implementation: Implementation) {
  return endpointQuery(getReviewMarks, { params: paramsOf(project, implementation) });
}

/** What changed since the reader looked at `lastLook`. Two commits say all, so nothing else makes it load again. */
export function changesSinceLookQuery(project: ProjectKey, implementation: Implementation, lastLook: string) {
  const [path] = endpointKey(getChangesSinceLook);
  return queryOptions({
    ...endpointQuery(getChangesSinceLook, { params: paramsOf(project, implementation), query: {} }),
    queryKey: [path, { params: project, query: {} }, implementation.implementationId, lastLook, implementation.head],
  });
}

/** One file in the version that the reader sees. */
interface FileMark {
  path: string;
  version: string;
  isViewed: boolean;
}

/** Marks a file, or takes its mark; shown at once. */
export function useSetViewed(project: ProjectKey, implementation: Implementation) {
  const params = paramsOf(project, implementation);
  const { queryKey } = marksQuery(project, implementation);
  const mutationKey = [setViewed.path, implementation.implementationId];
  return useMutation({
    mutationKey,
    // One after the other: each answer is the whole list.
    scope: { id: `viewed-${implementation.implementationId}` },
    mutationFn: (mark: FileMark) => call(setViewed, { params, body: mark }),
    onMutate: async (mark) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (marks) => marks && withMark(marks, mark));
    },
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey }) === 1) await queryClient.invalidateQueries({ queryKey });
    },
    meta: { failure: "Could not mark the file" },
  });
}

function withMark(marks: ReviewMarks, { path, version, isViewed }: FileMark): ReviewMarks {
  const others = marks.viewed.filter((mark) => mark.path !== path);
  return { ...marks, viewed: isViewed ? [...others, { path, version }] : others };
}

/** Notes that the reader looks at a commit; should that fail, they see more than they need to the next time. */
export function useNoteLook(project: ProjectKey, implementation: Implementation) {
  const { queryKey } = marksQuery(project, implementation);
  return useMutation({
    mutationFn: (head: string) => call(noteLook, { params: paramsOf(project, implementation), body: { head } }),
    onSuccess: (marks) => queryClient.setQueryData(queryKey, marks),
  });
}
