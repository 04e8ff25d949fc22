import { listReviewableBranches, listReviews, reviewBranch } from "@cairn/contract/reviews";
import { getTaskBoard, listTasks } from "@cairn/contract/tasks";
import { keepPreviousData, useMutation } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

/** What people pushed and nobody put in review; `text`: what its name or that of its repository holds. */
export function reviewableBranchesQuery(project: ProjectKey, text: string) {
  const query = text === "" ? {} : { text };
  return {
    ...endpointQuery(listReviewableBranches, { params: { ...project }, query }),
    // Pushes to branches that nobody reviews are told to nobody.
    staleTime: 0,
    placeholderData: keepPreviousData,
  };
}

/** Tasks that a branch may be for, the newest first. */
export function startableTasksQuery(project: ProjectKey) {
  return endpointQuery(listTasks, { params: { ...project }, query: { state: ["todo", "in-progress"], limit: 100 } });
}

interface BranchToReview {
  repositoryId: string;
  branch: string;
  taskId?: string;
}

export function useReviewBranch(project: ProjectKey) {
  return useMutation({
    mutationFn: (body: BranchToReview) => call(reviewBranch, { params: { ...project }, body }),
    onSettled: () =>
      Promise.all(
        [listReviewableBranches, listReviews, listTasks, getTaskBoard].map((endpoint) =>
          queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) }),
        ),
      ),
    meta: { failure: "Could not put the branch in review", success: "Put in review" },
  });
}
