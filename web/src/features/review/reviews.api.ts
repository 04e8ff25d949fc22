import { listReviews } from "@cairn/contract/reviews";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";

/** What waits for a decision in a product, the longest waiting first. */
export function reviewsQuery(project: ProjectKey, page: number) {
  return endpointQuery(listReviews, { params: { ...project }, query: { page } });
}
