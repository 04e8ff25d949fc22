import { getCodeMap, getDefinitions, getOutline, listReferences } from "@cairn/contract/code-graph";
import { AppError } from "@cairn/contract/errors";
import { queryOptions } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";

/** The position of a name in a file. Line and column count from 1, columns in UTF-16 units. */
export interface NamePosition {
  branchName: string;
  path: string;
  line: number;
  column: number;
}

const maxRetries = 2;
/** Client errors are not retried: the server would reject the request again. */
const retry = (failures: number, error: Error) =>
  !(error instanceof AppError && error.status < 500) && failures < maxRetries;

/** Declarations of the name at a position, best first. */
export function definitionsQuery(repository: RepositoryKey, { branchName, path, line, column }: NamePosition) {
  const input = { params: { ...repository, branchName }, query: { path, line, column } };
  return queryOptions({
    ...endpointQuery(getDefinitions, input),
    // It has no signal: the card that began it may close while F12 waits for the same answer.
    queryFn: () => call(getDefinitions, input),
    retry,
  });
}

/** Usages of the symbol at a position. */
export function referencesQuery(repository: RepositoryKey, { branchName, path, line, column }: NamePosition) {
  const input = { params: { ...repository, branchName }, query: { path, line, column } };
  return queryOptions({ ...endpointQuery(listReferences, input), retry });
}

/** The declarations of a file, its imports and its importers. */
export function outlineQuery(repository: RepositoryKey, { branchName, path }: { branchName: string; path: string }) {
  return queryOptions({
    ...endpointQuery(getOutline, { params: { ...repository, branchName }, query: { path } }),
    retry,
  });
}

/** Endpoints, data models and parts of a product's code. */
export function codeMapQuery(project: ProjectKey) {
  return endpointQuery(getCodeMap, { params: project });
}

/** Endpoints, data models and parts of a service's code. */
export function serviceCodeMapQuery(project: ProjectKey, serviceId: string) {
  return endpointQuery(getCodeMap, { params: project, query: { serviceId } });
}
