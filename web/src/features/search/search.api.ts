import { AppError } from "@cairn/contract/errors";
import { searchCode, searchFiles, searchLines, searchSymbols } from "@cairn/contract/search";
import { queryOptions } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";

import type { SearchState } from "./search-state.ts";

const maxRetries = 3;

/** The search scope; the whole product when empty. */
export interface SearchScope {
  serviceId?: string;
  repositoryId?: string;
  /** Of the repository. */
  branch?: string;
}

/** Whether the server rejected the query itself, so that a retry would not help. */
export function isRefused(error: unknown): error is AppError {
  return error instanceof AppError && error.status >= 400 && error.status < 500 && error.code !== "rate_limited";
}

const retry = (failures: number, error: Error) => !isRefused(error) && failures < maxRetries;

/** Code and external context topics that match a query, best first. */
export function codeSearchQuery(project: ProjectKey, query: string, options: SearchScope & { limit: number }) {
  return queryOptions({ ...endpointQuery(searchCode, { params: project, query: { query, ...options } }), retry });
}

/** Lines that match a pattern, in at most `limit` files. */
export function lineSearchQuery(project: ProjectKey, state: SearchState, options: SearchScope & { limit: number }) {
  const { text, isRegex, isWord, isCaseSensitive, paths } = state;
  const query = {
    pattern: text,
    isRegex: String(isRegex),
    isWord: String(isWord),
    ignoreCase: String(!isCaseSensitive),
    ...(paths.trim() === "" ? {} : { paths: paths.trim() }),
    ...options,
  };
  return queryOptions({ ...endpointQuery(searchLines, { params: project, query }), retry });
}

/** Declarations by their names. */
export function symbolSearchQuery(project: ProjectKey, query: string, limit: number) {
  return endpointQuery(searchSymbols, { params: project, query: { query, limit } });
}

/** Files by letters of their paths, in all repositories of a product. */
export function fileSearchQuery(project: ProjectKey, query: string, limit: number) {
  return endpointQuery(searchFiles, { params: project, query: { query, limit } });
}
