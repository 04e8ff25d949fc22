import type { ChangeOverview, getChangeOverview as endpoint } from "@cairn/contract/change-overview";
import type { InputOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import { LRUCache } from "lru-cache";

import type { Ctx } from "#server/ctx.ts";
import { findChangeConnections } from "#server/domain/implementations/connections/find-change-connections.ts";
import { openIndexAt } from "#server/domain/implementations/connections/open-index-at.ts";
import { describeCoverage } from "#server/domain/implementations/coverage/describe-coverage.ts";
import { workOnChange, type ChangeCommits } from "#server/domain/implementations/flags/read-change.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { loadCoverage } from "#server/domain/implementations/store/run-checks.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import type { RepositoryRow } from "#server/domain/repositories/catalog/track-indexing.ts";
import { unlessAborted } from "#server/platform/git/process/unless-aborted.ts";

import { compareLines } from "./compare-lines.ts";
import { findConnectionRisks } from "./connection-risks.ts";
import type { DiffedChange } from "./diff-risks.ts";
import { describeLines, sortRisks, workOutOverview, type ComparedChange } from "./work-out-overview.ts";

/** Of all repositories together; two commits never come to something else. Who looks first compares for all. */
const overviews = new LRUCache<string, ComparedChange, { ctx: Ctx; repository: RepositoryRow; commits: ChangeCommits }>(
  {
    max: 200,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: { ctx, repository, commits }, options, signal }) =>
      await compareCode({ ...ctx, signal }, repository, { commits, options }),
  },
);

const noChange: DiffedChange = { files: [], isTruncated: false };

/** What an implementation does and what to look at twice, against the commit it began at. */
export async function getChangeOverview(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ChangeOverview> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  const { organizationId, repositoryId, baseOid: base, headOid: head } = row;
  if (base === null || head === null)
    return { head, state: "ready", note: null, coverage: null, ...describeLines(noChange) };
  const coverage = describeCoverage(await loadCoverage(ctx.db, { ...row, headOid: head }));
  const commits = { directory: codeDirectory(ctx, row.repository), base, head };
  const repository = await findRepository(ctx, { organizationId, repositoryId });
  if (repository?.indexedCommit == null) {
    const note = "The repository has not been read yet, so only the lines are compared.";
    return { head, state: "unavailable", note, coverage, ...(await compareLines(commits, ctx)) };
  }
  try {
    const overview = overviews.forceFetch(`${repositoryId} ${base} ${head}`, { context: { ctx, repository, commits } });
    const compared = await unlessAborted(overview, ctx.signal);
    const found = await findChangeConnections(ctx, row);
    const connections = findConnectionRisks(typeof found === "string" ? [] : found);
    return {
      head,
      state: "ready",
      note: null,
      coverage,
      ...compared,
      risks: sortRisks([...compared.risks, ...connections]),
    };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "cancelled") throw error;
    const lines = await compareLines(commits, ctx);
    return error.isRetryable
      ? { head, state: "preparing", note: null, coverage, ...lines }
      : { head, state: "unavailable", note: error.message, coverage, ...lines };
  }
}

async function compareCode(
  ctx: Ctx,
  repository: RepositoryRow,
  { commits, options }: { commits: ChangeCommits; options: { ttl?: number } },
): Promise<ComparedChange> {
  const { directory, base, head } = commits;
  const { signal } = ctx;
  const before = await openIndexAt(ctx, repository, { code: directory, commit: base });
  const after = await openIndexAt(ctx, repository, { code: directory, commit: head });
  return await workOnChange(commits, options, ({ files, isTruncated }) =>
    workOutOverview({ before, after, files, isTruncated }, { directory, signal }),
  );
}
