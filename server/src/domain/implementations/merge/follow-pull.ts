import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { wordsOf } from "#server/domain/implementations/publishing/push-change.ts";
import type { PullRequestRow } from "#server/domain/implementations/store/implementations.store.ts";
import { updateMergeCommit } from "#server/domain/implementations/store/merges.store.ts";
import { noteLook, updatePull } from "#server/domain/implementations/store/pull-requests.store.ts";
import { openGithubPulls, type GithubPulls } from "#server/domain/integrations/open-github-pulls.ts";
import { openGithubRepository } from "#server/domain/integrations/open-github-repository.ts";
import type { GithubPull } from "#server/platform/github/github-port.ts";

import { findHostedTip } from "./find-hosted-tip.ts";
import type { GithubConnection, MergedCode, MovedBase } from "./merged-code.ts";
import { openPullRequest } from "./open-pull-request.ts";

/** How long what GitHub said holds, unless it tells that something happened. */
const lookEveryMs = 120_000;
/** How long a GitHub that does not answer is asked to open one. */
const openWithinMs = 3_600_000;

/**
 * Takes a merge that a pull request brings in as far as that is: opened, where it was not yet, then looked at again. "moved" once
 * GitHub's base branch has the commit that it was merged with, which is the commit of the merge from then on.
 */
export async function followPull(ctx: Ctx, merged: MergedCode, pull: PullRequestRow): Promise<MovedBase> {
  const { connection } = merged.repository;
  if (connection.type !== "github")
    return { kind: "refused", reason: "The repository does not lie on GitHub any more." };
  const { lookedAt } = pull;
  if (lookedAt !== null && ctx.now().getTime() - lookedAt.getTime() < lookEveryMs) return { kind: "waiting" };
  try {
    return await look(ctx, { merged, pull, connection });
  } catch (error) {
    if (ctx.signal.aborted || !(error instanceof AppError)) throw error;
    const name = `${connection.owner}/${connection.repo}`;
    // Nothing will change by asking again: the account is gone, the repository is archived.
    if (!error.isRetryable) return { kind: "refused", reason: wordsOf(error, { name, host: "GitHub" }) };
    const isGivenUp = pull.number === null && ctx.now().getTime() - merged.intent.createdAt.getTime() > openWithinMs;
    if (isGivenUp) return { kind: "refused", reason: `${error.message} It was asked for an hour.` };
    const message = `${error.message} The pull request is opened as soon as GitHub answers.`;
    throw pull.number === null ? new AppError(error.code, { message, cause: error }) : error;
  }
}

async function look(
  ctx: Ctx,
  { merged, pull, connection }: { merged: MergedCode; pull: PullRequestRow; connection: GithubConnection },
): Promise<MovedBase> {
  const { row, intent } = merged;
  const { organizationId } = intent;
  const pulls = openGithubPulls(ctx, { ...connection, organizationId });
  const found = await findPull({ ctx, merged, pulls }, pull.number);
  if ("kind" in found) return found;
  const { number, url, headOid: hostedOid } = found;
  const isNews = pull.number !== number || pull.hostedOid !== hostedOid;
  if (isNews) await updatePull(ctx.db, pull, { state: "open", number, url, hostedOid, lookedAt: ctx.now() });
  else await noteLook(ctx.db, pull, ctx.now());
  if (found.base !== row.baseBranch) {
    return {
      kind: "refused",
      reason: `Pull request #${number} goes into “${found.base}” by now, not “${row.baseBranch}”.`,
    };
  }
  switch (found.state) {
    case "open":
      return { kind: "waiting" };
    case "closed":
      return { kind: "refused", reason: `Pull request #${number} was closed on GitHub without being merged.` };
    case "merged":
      return await takeMerged(ctx, merged, { connection, mergeOid: found.mergeOid });
  }
}

async function findPull(
  given: { ctx: Ctx; merged: MergedCode; pulls: GithubPulls },
  number: number | null,
): Promise<GithubPull | MovedBase> {
  return number === null ? await openPullRequest(given) : await given.pulls.get(number);
}

/** "waiting" while GitHub says that it is merged and its branch does not have it: nothing is done that was not seen. */
async function takeMerged(
  ctx: Ctx,
  merged: MergedCode,
  { connection, mergeOid }: { connection: GithubConnection; mergeOid: string | null },
): Promise<MovedBase> {
  const { intent } = merged;
  if (mergeOid === null) return { kind: "waiting" };
  const access = await openGithubRepository(ctx, { ...connection, organizationId: intent.organizationId });
  const remote = { kind: "url", ...access } as const;
  const { isMerged } = await findHostedTip(ctx, { ...merged, intent: { ...intent, mergeOid } }, remote);
  if (!isMerged) {
    ctx.log.warn(
      { mergeOid, implementationId: intent.implementationId },
      "GitHub says merged, and its branch does not",
    );
    return { kind: "waiting" };
  }
  if (intent.mergeOid !== mergeOid) await updateMergeCommit(ctx.db, intent, mergeOid);
  return { kind: "moved" };
}
