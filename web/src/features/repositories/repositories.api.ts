import { getFile, getRepository, getTree, listBranches, listRepositories } from "@cairn/contract/repositories";
import type { Source } from "@cairn/contract/sources";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { endpointQuery } from "#web/lib/endpoint-query.ts";
import { queryClient } from "#web/lib/query-client.ts";
import type { CitationTarget } from "#web/ui/markdown/citation-target.ts";

import { isCommit } from "./branch-name.ts";
import { cutSnippet, locateSource } from "./locate-source.ts";

export interface RepositoryKey extends ProjectKey {
  /** Slug or id. */
  repositoryId: string;
}

/** A place in a repository: a branch or a full commit id, and a path in it. */
export interface CodePlace {
  branchName: string;
  path: string;
}

export function repositoriesQuery(key: ProjectKey, page = 1) {
  return endpointQuery(listRepositories, { params: key, query: { page } });
}

export function repositoryQuery(key: RepositoryKey) {
  return endpointQuery(getRepository, { params: key });
}

export function branchesQuery(key: RepositoryKey) {
  return endpointQuery(listBranches, { params: key });
}

/** One folder; of a commit it never changes. */
export function folderQuery(key: RepositoryKey, { branchName, path }: CodePlace) {
  const query = path ? { path } : {};
  return queryOptions({
    ...endpointQuery(getTree, { params: { ...key, branchName }, query }),
    ...(isCommit(branchName) ? { staleTime: Infinity } : {}),
  });
}

/** One file; of a commit it never changes. */
export function fileQuery(key: RepositoryKey, { branchName, path }: CodePlace) {
  return queryOptions({
    ...endpointQuery(getFile, { params: { ...key, branchName }, query: { path } }),
    ...(isCommit(branchName) ? { staleTime: Infinity } : {}),
  });
}

/** The sources of a text as what its citations show and lead to. */
export function useCitationTargets(project: ProjectKey, sources: readonly Source[]): readonly CitationTarget[] {
  const { organizationId, projectId } = project;
  const repositories = useQuery({ ...repositoriesQuery(project), enabled: sources.length > 0 }).data?.content;
  return useMemo(
    () =>
      sources.map((source) => {
        const key = { organizationId, projectId, repositoryId: source.repositoryId };
        const repository = repositories?.find((one) => one.repositoryId === source.repositoryId);
        return {
          ...locateSource({ organizationId, projectId }, source, repository?.slug ?? null),
          loadSnippet: async () => {
            const place = { branchName: source.commit, path: source.path };
            return cutSnippet(await queryClient.fetchQuery(fileQuery(key, place)), source);
          },
        };
      }),
    [organizationId, projectId, repositories, sources],
  );
}
