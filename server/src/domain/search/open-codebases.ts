import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { Ctx } from "#server/ctx.ts";
import { openCodeReader } from "#server/domain/repositories/browsing/load-code.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { findProjectRepositories } from "#server/domain/repositories/catalog/find-repository.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import type { RepositoryRow } from "#server/domain/repositories/catalog/track-indexing.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";

/** What a branch is called until the first run has found out which is the main one. */
const unknownBranch = "main";

/**
 * The project's repositories that have an index, on their main branches. The caller has already checked the right to
 * the project.
 *
 * `IndexedFiles` is in `domain/repositories`, because `external-context` makes one of a project's topics: `search`
 * imports that folder, and never the other way.
 */
export async function openCodebases(
  ctx: Ctx,
  project: { organizationId: string; projectId: string },
): Promise<IndexedRepository[]> {
  const rows = await findProjectRepositories(ctx, project);
  return rows.map((row) => openMainBranch(ctx, row)).filter((one) => one !== null);
}

/**
 * Prepares what ranking and imports of these need, in turns with other work, so that the first query does not pay for
 * all of it. An index that is removed meanwhile is reported by its readers.
 */
export async function prepareIndexes(
  ctx: Ctx,
  repositories: readonly Pick<IndexedRepository, "index">[],
): Promise<void> {
  await Promise.allSettled(repositories.map(({ index }) => index.prepare({ signal: ctx.signal })));
  ctx.signal.throwIfAborted();
}

/** Null before the first finished index. */
export function openMainBranch(ctx: Ctx, row: RepositoryRow): IndexedRepository | null {
  const index = ctx.indexes.open(row.repositoryId, createMirrorSource(codeDirectory(ctx, row)));
  return index && withReader(ctx, row, { branch: row.mainBranch ?? unknownBranch, index });
}

export function withReader(
  ctx: Ctx,
  row: RepositoryRow,
  { branch, index }: { branch: string; index: CodeIndex },
): IndexedRepository {
  const { repositoryId, slug } = row;
  const directory = codeDirectory(ctx, row);
  const location = { repositoryId, directory, signal: ctx.signal };
  const reader = openCodeReader({ ...location, commit: index.commit, files: () => index.files() });
  return { repositoryId, directory, name: slug, branch, index, reader };
}
