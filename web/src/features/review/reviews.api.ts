import { listReviewOverlaps } from "@cairn/contract/change-overlaps";
import { listReviews } from "@cairn/contract/reviews";
import { queryOptions } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";

/** What waits for a decision in a product, the longest waiting first. */
export function reviewsQuery(project: ProjectKey, page: number) {
  return endpointQuery(listReviews, { params: { ...project }, query: { page } });
}

/** Until all of it is compared. */
const partialMs = 3_000;

/** Which of what waits for a decision meet each other. */
export function reviewOverlapsQuery(project: ProjectKey) {
  return queryOptions({
    ...endpointQuery(listReviewOverlaps, { params: { ...project } }),
    refetchInterval: ({ state }) => (state.data?.isPartial === true ? partialMs : false),
  });
}
