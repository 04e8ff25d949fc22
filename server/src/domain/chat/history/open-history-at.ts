import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { openCodeReader } from "#server/domain/repositories/browsing/load-code.ts";
import { findProjectRepositories } from "#server/domain/repositories/catalog/find-repository.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { openCommitIndex } from "#server/domain/search/open-commit-index.ts";
import type { CommitMatch, Moment } from "#server/engine/history/code-history.ts";

import { openHistory } from "./open-history.ts";

/** A repository as it was, and how the question named that state. */
export interface PastRepository {
  repository: IndexedRepository;
  found: CommitMatch;
}

/** Above, reading a former state whole would take minutes. */
const maxFiles = 20_000;
const maxWaitMs = 25_000;

/** Repositories in which the moment names a commit, with that commit; none where no history reaches so far. */
export async function findPast(
  ctx: Ctx,
  codebases: readonly IndexedRepository[],
  moment: Moment,
): Promise<{ repository: IndexedRepository; found: CommitMatch }[]> {
  const own = codebases.filter(({ isContext }) => !isContext);
  const found = await Promise.all(
    own.map(async (repository) => {
      const { repositoryId, directory, index } = repository;
      const history = openHistory({ repositoryId, directory, commit: index.commit, signal: ctx.signal });
      const commit = await history.find(moment);
      return commit && { repository, found: commit };
    }),
  );
  return found.filter((one) => one !== null);
}

/**
 * The repository at a former commit: its index begins as a copy of the main one and only indexes what differs. Throws
 * `unavailable` in plain words where that takes longer than a person waits, or too long altogether. The caller has
 * already checked the right to the project.
 */
export async function openPast(
  ctx: Ctx,
  project: { organizationId: string; projectId: string },
  { repository, found }: { repository: IndexedRepository; found: Pick<CommitMatch, "oid"> },
): Promise<IndexedRepository> {
  const { repositoryId, index, directory: code } = repository;
  if (index.commit === found.oid) return repository;
  if (index.files().length > maxFiles) throw unavailable("It has too many files for reading a former state of it.");
  const rows = await findProjectRepositories(ctx, project);
  const row = rows.find((one) => one.repositoryId === repositoryId);
  if (!row) throw unavailable("It was removed just now.");
  const past = await openCommitIndex(ctx, row, { code, commit: found.oid, maxWaitMs }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "unavailable") throw stillReading();
    throw error;
  });
  const location = { repositoryId, directory: code, commit: found.oid, signal: ctx.signal };
  return { ...repository, index: past, reader: openCodeReader({ ...location, files: () => past.files() }) };
}

function stillReading(): AppError {
  return unavailable("It is being read for the first time, which takes a while. Ask again in a moment.");
}

function unavailable(message: string): AppError {
  return new AppError("unavailable", { message });
}
