import { existsSync } from "node:fs";

import type { Ctx } from "#server/ctx.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import type { RepositoryRow } from "#server/domain/repositories/catalog/track-indexing.ts";
import { openRemoteOf } from "#server/domain/repositories/connecting/open-remote.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { listBranches } from "#server/platform/git/refs/list-branches.ts";
import { listRemoteBranches } from "#server/platform/git/remote/list-remote-branches.ts";
import { isTooLongForFile } from "#server/platform/git/remote/pull-branches.ts";
import { withRemote } from "#server/platform/git/remote/remote.ts";

import { awaitsPush } from "./awaits-push.ts";

/** How long a remote may be silent; the next poll tries again. */
const stallTimeoutMs = 20_000;

/** "later" where only an earlier version of ours made the index: it can be read meanwhile. */
type IndexNeed = "now" | "later" | null;

/**
 * Whether an index run would find something to do. Nothing is fetched. A repository that could never be cloned is left
 * to the people who connected it: trying the same again and again would only load its host.
 */
export async function needsIndexRun(ctx: Ctx, row: RepositoryRow): Promise<IndexNeed> {
  if (await hasChanged(ctx, row)) return "now";
  const isReadable = row.indexState === "ready" && existsSync(codeDirectory(ctx, row));
  return isReadable && ctx.indexes.isOutdated(row.repositoryId) ? "later" : null;
}

async function hasChanged(ctx: Ctx, row: RepositoryRow): Promise<boolean> {
  const directory = codeDirectory(ctx, row);
  const isHosted = row.connection.type === "internal";
  // A server that was killed within the first push told nobody of it.
  if (row.indexState === "never") return !(await awaitsPush(ctx, row));
  if (!existsSync(directory)) return row.indexedCommit !== null && !(isHosted && row.indexState === "failed");
  // It was lost, or an earlier version of ours made it.
  if (row.indexedCommit !== null && !ctx.indexes.has(row.repositoryId)) return true;
  const { signal } = ctx;
  if (!isHosted && (await hasMoved(ctx, row, directory))) return true;
  const commit = row.mainBranch === null ? null : await resolveCommit(directory, row.mainBranch, { signal });
  // A deleted branch is reported once. After a failed run the index runs again, though the code is the same.
  return commit === null ? row.indexState === "ready" : commit !== row.indexedCommit || row.indexState === "failed";
}

async function hasMoved(ctx: Ctx, row: RepositoryRow, directory: string): Promise<boolean> {
  const { egress, signal } = ctx;
  const offered = await withRemote(await openRemoteOf(ctx, row), { egress, stallTimeoutMs }, (remote) =>
    listRemoteBranches({ directory, remote, stallTimeoutMs, signal }),
  );
  const wanted = new Map([...offered.branches].filter(([name]) => !isTooLongForFile(name)));
  const known = await listBranches(directory, { signal });
  return known.length !== wanted.size || known.some(({ name, oid }) => wanted.get(name) !== oid);
}
