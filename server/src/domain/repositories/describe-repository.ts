import type { Repository } from "@cairn/contract/repositories";
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
  const url = row.connection.type === "url" ? row.connection.url : null;
  const parts = url === null ? [] : parseRepositoryUrl(url).path.split("/").filter(Boolean);
  return {
    repositoryId: row.repositoryId,
    slug: row.slug,
    url,
    owner: parts.slice(0, -1).join("/") || null,
    repo: parts.at(-1) ?? row.slug,
    mainBranch: row.mainBranch ?? defaultBranch,
    workingPath: defaultWorkingPath,
    isReadOnly: true,
    type: "external",
    connection: url === null ? { type: "path" } : { type: "url", url },
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
