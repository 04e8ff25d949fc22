import { findFiles, getFile, getOpening, getRawFile, getTree } from "@cairn/contract/code-browsing";
import { getBlame, getCommit, getDiff, listCommits, parentRevision } from "@cairn/contract/code-history";
import { topicIdOfPath } from "@cairn/contract/external-context";
import type { Source } from "@cairn/contract/sources";
import { taskNameOfPath, toTaskDocument } from "@cairn/contract/task-documents";
import { getTask } from "@cairn/contract/tasks";
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { isCommitId } from "#web/features/code-browsing/location/commit-id.ts";
import {
  cutSnippet,
  locateSource,
  locateTask,
  locateTopic,
} from "#web/features/code-browsing/location/locate-source.ts";
import { topicQuery } from "#web/features/external-context/external-context.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { type RepositoryKey, repositoriesQuery } from "#web/features/repositories/repositories.api.ts";
import { call, callForFile } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { hasSession } from "#web/lib/auth/session.ts";
import type { CitationTarget } from "#web/ui/markdown/citation-target.ts";

const commitsPerPage = 50;

/** A branch or a full commit id, and a path in it. */
export interface CodeLocation {
  branchName: string;
  path: string;
}

/** One folder; cached forever at a commit. */
export function folderQuery(key: RepositoryKey, { branchName, path }: CodeLocation) {
  const query = path ? { path } : {};
  return queryOptions({
    ...endpointQuery(getTree, { params: { ...key, branchName }, query }),
    ...cacheOptions(branchName),
  });
}

/** One file; cached forever at a commit. */
export function fileQuery(key: RepositoryKey, { branchName, path }: CodeLocation) {
  return queryOptions({
    ...endpointQuery(getFile, { params: { ...key, branchName }, query: { path } }),
    ...cacheOptions(branchName),
  });
}

/** A file's bytes, of any kind and size. */
export function fetchRawFile(key: RepositoryKey, { branchName, path }: CodeLocation): Promise<Blob> {
  return callForFile(getRawFile, { params: { ...key, branchName }, query: { path } });
}

/** A picture as a `data:` URL. `type` is needed, because the server has no media type for some pictures. */
export function pictureQuery(key: RepositoryKey, { branchName, path }: CodeLocation, type: string) {
  const input = { params: { ...key, branchName }, query: { path } };
  return queryOptions({
    queryKey: endpointKey(getRawFile, input),
    queryFn: async ({ signal }) => toDataUrl(new Blob([await callForFile(getRawFile, input, { signal })], { type })),
    enabled: hasSession,
    ...cacheOptions(branchName),
  });
}

/** What a repository's README says of the whole: asked once, as soon as the code is cloned. */
export function openingQuery(key: RepositoryKey) {
  return queryOptions({ ...endpointQuery(getOpening, { params: key }), staleTime: Infinity });
}

/** Paths of a branch that match the letters; previous results stay until the new ones arrive. */
export function matchingFilesQuery(key: RepositoryKey, branchName: string, query: string) {
  return queryOptions({
    ...endpointQuery(findFiles, { params: { ...key, branchName }, query: { query } }),
    placeholderData: keepPreviousData,
  });
}

/** The history of a branch, a folder or a file, a page at a time. */
export function historyQuery(key: RepositoryKey, { branchName, path }: CodeLocation) {
  const input = { params: { ...key, branchName }, query: { limit: commitsPerPage, ...(path ? { path } : {}) } };
  return infiniteQueryOptions({
    queryKey: endpointKey(listCommits, input),
    queryFn: ({ pageParam, signal }) =>
      call(listCommits, { ...input, query: { ...input.query, page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.hasMore ? last.page + 1 : undefined),
    enabled: hasSession,
    ...cacheOptions(branchName),
  });
}

export function commitQuery(key: RepositoryKey, oid: string) {
  return queryOptions({ ...endpointQuery(getCommit, { params: { ...key, oid } }), staleTime: Infinity });
}

/** The last commit of each line of a file, at a full commit id; cached forever. */
export function blameQuery(key: RepositoryKey, { branchName, path }: CodeLocation) {
  return queryOptions({
    ...endpointQuery(getBlame, { params: { ...key, branchName }, query: { path } }),
    ...cacheOptions(branchName),
  });
}

export function diffQuery(key: RepositoryKey, branchName: string, compareTo: string) {
  return queryOptions({
    ...endpointQuery(getDiff, { params: { ...key, branchName, compareTo }, query: { since: "fork" } }),
    ...(isCommitId(compareTo) || compareTo === parentRevision ? cacheOptions(branchName) : {}),
  });
}

/** Data of a commit never changes, so it stays fresh. */
function cacheOptions(branchName: string): { staleTime?: number } {
  return isCommitId(branchName) ? { staleTime: Infinity } : {};
}

function toDataUrl(file: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : ""));
  reader.addEventListener("error", () => reject(reader.error ?? new Error("The file cannot be read")));
  reader.readAsDataURL(file);
  return promise;
}

/** The citation target for a topic; its snippet shows the current text. */
function topicTarget(project: ProjectKey, source: Source, topicId: string): CitationTarget {
  return {
    ...locateTopic(project, source, topicId),
    loadSnippet: async () => {
      const { content } = await queryClient.fetchQuery(topicQuery(project, topicId));
      return cutSnippet({ content, path: source.path, language: "markdown" }, source);
    },
  };
}

/** The citation target for a task; its snippet shows what the task says now. */
function taskTarget(project: ProjectKey, source: Source, name: string): CitationTarget {
  const taskId = source.repositoryId;
  return {
    ...locateTask(project, source, name),
    loadSnippet: async () => {
      const task = await queryClient.fetchQuery(endpointQuery(getTask, { params: { ...project, taskId } }));
      const content = toTaskDocument(task).lines.join("\n");
      return cutSnippet({ content, path: source.path, language: "markdown" }, source);
    },
  };
}

/** The citation targets of the sources of a text. */
export function useCitationTargets(project: ProjectKey, sources: readonly Source[]): readonly CitationTarget[] {
  const { organizationId, projectId } = project;
  const repositories = useQuery({ ...repositoriesQuery(project), enabled: sources.length > 0 }).data?.content;
  return useMemo(
    () =>
      sources.map((source) => {
        const key = { organizationId, projectId, repositoryId: source.repositoryId };
        const repository = repositories?.find((one) => one.repositoryId === source.repositoryId);
        const topicId = repository === undefined ? topicIdOfPath(source.path) : null;
        const taskName = repository === undefined ? taskNameOfPath(source.path) : null;
        if (taskName !== null) return taskTarget({ organizationId, projectId }, source, taskName);
        if (topicId !== null) return topicTarget({ organizationId, projectId }, source, topicId);
        return {
          ...locateSource({ organizationId, projectId }, source, repository?.slug ?? null),
          loadSnippet: async () => {
            const codeLocation = { branchName: source.commit, path: source.path };
            return cutSnippet(await queryClient.fetchQuery(fileQuery(key, codeLocation)), source);
          },
        };
      }),
    [organizationId, projectId, repositories, sources],
  );
}
