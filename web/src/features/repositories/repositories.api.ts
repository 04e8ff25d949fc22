import { listRepositories } from "@cairn/contract/repositories";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { endpointQuery } from "#web/lib/endpoint-query.ts";

export function repositoriesQuery(key: ProjectKey, page = 1) {
  return endpointQuery(listRepositories, { params: key, query: { page } });
}
