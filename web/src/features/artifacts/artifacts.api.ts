import { listArtifacts, searchContext } from "@cairn/contract/artifacts";

import { endpointQuery } from "#web/lib/endpoint-query.ts";

/** Pages of an organization, or of one product of it (its services' pages included). */
export function artifactsQuery(organizationId: string, filter: { projectId?: string; serviceId?: string } = {}) {
  return endpointQuery(listArtifacts, { params: { organizationId }, query: filter });
}

/** Pages that hold the words of a query. */
export function searchContextQuery(organizationId: string, query: string, projectId?: string) {
  return endpointQuery(searchContext, { params: { organizationId }, query: { query, projectId, limit: 8 } });
}
