import type { ChangeOverview, getChangeOverview as endpoint } from "@cairn/contract/change-overview";
import type { InputOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { Ctx } from "#server/ctx.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import type { RepositoryRow } from "#server/domain/repositories/catalog/track-indexing.ts";
import { openMainBranch } from "#server/domain/search/open-codebases.ts";
import { openCommitIndex } from "#server/domain/search/open-commit-index.ts";
import { diffCommits } from "#server/platform/git/diff/diff-commits.ts";

import { describeLines, workOutOverview } from "./work-out-overview.ts";

/** Who looks gets what the lines tell within this, and the rest with the next look. */
const maxWaitMs = 1_500;
/** Of all repositories together; two commits never come to something else. */
const maxKept = 200;
const kept = new Map<string, ChangeOverview>();

/** What an implementation does and what to look at twice, against the commit it began at. */
export async function getChangeOverview(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ChangeOverview> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  const { organizationId, repositoryId, baseOid: base, headOid: head } = row;
  if (base === null || head === null) return { head, state: "ready", note: null, ...describeLines([]) };
  const key = `${repositoryId} ${base} ${head}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const directory = codeDirectory(ctx, row.repository);
  const { files } = await diffCommits(directory, { base, head, contextLines: 0, signal: ctx.signal });
  const lines = describeLines(files);
  const repository = await findRepository(ctx, { organizationId, repositoryId });
  if (repository?.indexedCommit == null) {
    return {
      head,
      state: "unavailable",
      note: "The repository has not been read yet, so only the lines are compared.",
      ...lines,
    };
  }
  try {
    const before = await openIndexOf(ctx, repository, { code: directory, commit: base });
    const after = await openIndexOf(ctx, repository, { code: directory, commit: head });
    const whole = await workOutOverview({ before, after, files }, { directory, signal: ctx.signal });
    return keep(key, { head, state: "ready", note: null, ...whole });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "cancelled") throw error;
    return error.isRetryable
      ? { head, state: "preparing", note: null, ...lines }
      : { head, state: "unavailable", note: error.message, ...lines };
  }
}

async function openIndexOf(
  ctx: Ctx,
  repository: RepositoryRow,
  target: { code: string; commit: string },
): Promise<CodeIndex> {
  const main = openMainBranch(ctx, repository)?.index;
  return main?.commit === target.commit ? main : await openCommitIndex(ctx, repository, { ...target, maxWaitMs });
}

function keep(key: string, overview: ChangeOverview): ChangeOverview {
  kept.set(key, overview);
  for (const oldest of kept.keys()) {
    if (kept.size <= maxKept) break;
    kept.delete(oldest);
  }
  return overview;
}
