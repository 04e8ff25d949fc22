import type { Connection, Repository } from "@cairn/contract/repositories";
import { defaultBranch, defaultWorkingPath } from "@cairn/contract/repositories";
import { parseRepositoryUrl } from "@cairn/contract/repository-url";

import type { RepositoryRow } from "./repositories.store.ts";

const labels: Record<RepositoryRow["indexState"], string | null> = {
  never: null,
  queued: "Waiting to start",
  cloning: "Cloning repository",
  analyzing: "Analyzing architecture",
  ready: null,
  failed: null,
};

/** The repository as the contract shows it. A credential or a place on the server is never part of it. */
export function describeRepository(row: RepositoryRow): Repository {
  const connection = describeConnection(row);
  const url = connection.type === "url" ? connection.url : null;
  return {
    repositoryId: row.repositoryId,
    slug: row.slug,
    url,
    ...nameParts(row, connection),
    mainBranch: row.mainBranch ?? defaultBranch,
    workingPath: defaultWorkingPath,
    isReadOnly: true,
    type: "external",
    connection,
    indexing: {
      state: row.indexState,
      progress: row.indexState === "ready" ? 100 : row.indexProgress,
      label: labels[row.indexState],
      error: row.indexError,
      lastIndexedAt: row.indexedAt?.toISOString() ?? null,
      commit: row.indexedCommit,
      failedFileCount: row.failedFileCount,
      failedFiles: row.failedFiles,
    },
  };
}

function describeConnection({ connection, organizationSlug, slug }: RepositoryRow): Connection {
  if (connection.type === "internal") return { type: "internal", owner: organizationSlug, repo: slug };
  return connection.type === "url" ? connection : { type: "path" };
}

function nameParts(row: RepositoryRow, connection: Connection): { owner: string | null; repo: string } {
  if (connection.type === "internal") return { owner: connection.owner, repo: connection.repo };
  const parts = connection.type === "url" ? parseRepositoryUrl(connection.url).path.split("/").filter(Boolean) : [];
  return { owner: parts.slice(0, -1).join("/") || null, repo: parts.at(-1) ?? row.slug };
}
