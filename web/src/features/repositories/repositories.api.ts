import { topicIdOfPath } from "@cairn/contract/external-context";
import { indexingPollMs } from "@cairn/contract/indexing";
import {
  findFiles,
  getBlame,
  getCommit,
  getDiff,
  getFile,
  getRawFile,
  getRepository,
  getTree,
  listBranches,
  listCommits,
  listRepositories,
  parentRevision,
} from "@cairn/contract/repositories";
import type { Source } from "@cairn/contract/sources";
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { topicQuery } from "#web/features/external-context/external-context.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { hasSession } from "#web/lib/auth/session.ts";
import { call, callForFile } from "#web/lib/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/endpoint-query.ts";
import { pollUnlessFollowed } from "#web/lib/followed-projects.ts";
import { queryClient } from "#web/lib/query-client.ts";
import type { CitationTarget } from "#web/ui/markdown/citation-target.ts";

import { isCommit } from "./branch-name.ts";
import { cutSnippet, locateSource, locateTopic } from "./locate-source.ts";

const commitsPerPage = 50;

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

/** One repository; asked again until it has been cloned. */
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

/** One folder; of a commit it never changes. */
export function folderQuery(key: RepositoryKey, { branchName, path }: CodePlace) {
  const query = path ? { path } : {};
  return queryOptions({
    ...endpointQuery(getTree, { params: { ...key, branchName }, query }),
    ...lasting(branchName),
  });
}

/** One file; of a commit it never changes. */
export function fileQuery(key: RepositoryKey, { branchName, path }: CodePlace) {
  return queryOptions({
    ...endpointQuery(getFile, { params: { ...key, branchName }, query: { path } }),
    ...lasting(branchName),
  });
}

/** A file's bytes, whatever its kind and size. */
export function fetchRawFile(key: RepositoryKey, { branchName, path }: CodePlace): Promise<Blob> {
  return callForFile(getRawFile, { params: { ...key, branchName }, query: { path } });
}

/** A picture as a `data:` address; `type` is given, because the server names what it does not know by no type. */
export function pictureQuery(key: RepositoryKey, { branchName, path }: CodePlace, type: string) {
  const input = { params: { ...key, branchName }, query: { path } };
  return queryOptions({
    queryKey: endpointKey(getRawFile, input),
    queryFn: async ({ signal }) => toDataUrl(new Blob([await callForFile(getRawFile, input, { signal })], { type })),
    enabled: hasSession,
    ...lasting(branchName),
  });
}

/** Paths of a branch that match some letters; the ones before stay until new ones have come. */
export function foundFilesQuery(key: RepositoryKey, branchName: string, query: string) {
  return queryOptions({
    ...endpointQuery(findFiles, { params: { ...key, branchName }, query: { query } }),
    placeholderData: keepPreviousData,
  });
}

/** The history of a branch, a folder or a file, a page at a time. */
export function historyQuery(key: RepositoryKey, { branchName, path }: CodePlace) {
  const input = { params: { ...key, branchName }, query: { limit: commitsPerPage, ...(path ? { path } : {}) } };
  return infiniteQueryOptions({
    queryKey: endpointKey(listCommits, input),
    queryFn: ({ pageParam, signal }) =>
      call(listCommits, { ...input, query: { ...input.query, page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.hasMore ? last.page + 1 : undefined),
    enabled: hasSession,
    ...lasting(branchName),
  });
}

export function commitQuery(key: RepositoryKey, oid: string) {
  return queryOptions({ ...endpointQuery(getCommit, { params: { ...key, oid } }), staleTime: Infinity });
}

/** Who last touched each line of a file, at a full commit id: of a commit it never changes. */
export function blameQuery(key: RepositoryKey, { branchName, path }: CodePlace) {
  return queryOptions({
    ...endpointQuery(getBlame, { params: { ...key, branchName }, query: { path } }),
    ...lasting(branchName),
  });
}

export function diffQuery(key: RepositoryKey, branchName: string, compareTo: string) {
  return queryOptions({
    ...endpointQuery(getDiff, { params: { ...key, branchName, compareTo }, query: { since: "fork" } }),
    ...(isCommit(compareTo) || compareTo === parentRevision ? lasting(branchName) : {}),
  });
}

/** What is read of a commit never changes. */
function lasting(branchName: string): { staleTime?: number } {
  return isCommit(branchName) ? { staleTime: Infinity } : {};
}

function toDataUrl(file: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : ""));
  reader.addEventListener("error", () => reject(reader.error ?? new Error("The file cannot be read")));
  reader.readAsDataURL(file);
  return promise;
}

/** A topic is read where it is kept, as it is now. */
function topicTarget(project: ProjectKey, source: Source, topicId: string): CitationTarget {
  return {
    ...locateTopic(project, source, topicId),
    loadSnippet: async () => {
      const { content } = await queryClient.fetchQuery(topicQuery(project, topicId));
      return cutSnippet({ content, path: source.path, language: "markdown" }, source);
    },
  };
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
        const topicId = repository === undefined ? topicIdOfPath(source.path) : null;
        if (topicId !== null) return topicTarget({ organizationId, projectId }, source, topicId);
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
