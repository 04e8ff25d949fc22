import { listBranches } from "@cairn/contract/code-browsing";
import { indexingPollMs } from "@cairn/contract/indexing";
import { getRepository, listRepositories } from "@cairn/contract/repositories";
import { queryOptions } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { pollUnlessFollowed } from "#web/lib/live/followed-projects.ts";

export interface RepositoryKey extends ProjectKey {
  /** Slug or id. */
  repositoryId: string;
}

export function repositoriesQuery(key: ProjectKey, page = 1) {
  return endpointQuery(listRepositories, { params: key, query: { page } });
}

/** One repository; polled until it has been cloned. */
export function repositoryQuery(key: RepositoryKey) {
  return queryOptions({
    ...endpointQuery(getRepository, { params: key }),
    refetchInterval: ({ state }) =>
      state.data && state.data.indexing.commit === null ? pollUnlessFollowed(key.projectId, indexingPollMs) : false,
  });
}

export function branchesQuery(key: RepositoryKey) {
  return endpointQuery(listBranches, { params: key });
}

/** The name of a repository at its host: "owner/name". */
export function repositoryName({ owner, repo }: { owner: string | null; repo: string }): string {
  return owner ? `${owner}/${repo}` : repo;
}
