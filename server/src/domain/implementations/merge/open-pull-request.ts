import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { pushChange } from "#server/domain/implementations/publishing/push-change.ts";
import { selectImplementation } from "#server/domain/implementations/store/implementations.store.ts";
import type { GithubPulls } from "#server/domain/integrations/open-github-pulls.ts";
import { openGithubRepository } from "#server/domain/integrations/open-github-repository.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { readTip } from "#server/platform/git/remote/fetch-tip.ts";
import type { GithubPull } from "#server/platform/github/github-port.ts";

import { describePull } from "./describe-pull.ts";
import type { MergedCode, MovedBase } from "./merged-code.ts";

interface NewPull {
  ctx: Ctx;
  merged: MergedCode;
  pulls: GithubPulls;
}

/**
 * The pull request of a change as it was reviewed: one that is there, as where somebody opened it or this server was killed
 * before it heard of it, or a new one. Done twice it opens one.
 */
export async function openPullRequest({ ctx, merged, pulls }: NewPull): Promise<GithubPull | MovedBase> {
  const { row, intent } = merged;
  const reason = await pushBranch(ctx, merged);
  if (reason !== null) return refused(reason);
  const branches = { head: row.workingBranch, base: row.baseBranch };
  const find = async () => {
    const all = await pulls.list(branches);
    // One that somebody merged as it was reviewed is as good.
    const isMerged = (one: GithubPull) => one.state === "merged" && one.headOid === intent.headOid;
    return all.find(({ state }) => state === "open") ?? all.find(isMerged) ?? null;
  };
  const former = await find();
  if (former !== null) return former;
  if (!(await pulls.mayOpen())) return refused(pulls.grant);
  const named = await selectImplementation(ctx.db, row);
  if (named === null) return { kind: "elsewhere" };
  try {
    return await pulls.open({ ...branches, ...(await describePull(ctx, named)) });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "conflict") throw error;
    // Somebody was quicker, or there is nothing in it that the base branch has not.
    const opened = await find();
    return opened ?? refused(`GitHub opens no pull request from “${row.workingBranch}” into “${row.baseBranch}”.`);
  }
}

/** Why the branch of the change does not stand at GitHub as it was reviewed; null where it does. */
async function pushBranch(ctx: Ctx, { row, repository, intent }: MergedCode): Promise<string | null> {
  const { egress, signal } = ctx;
  const { connection } = repository;
  if (connection.type !== "github") return "The repository does not lie on GitHub any more.";
  const { organizationId, headOid: oid } = intent;
  const { workingBranch: branch } = row;
  const directory = codeDirectory(ctx, repository);
  const access = await openGithubRepository(ctx, { ...connection, organizationId });
  const tip = await readTip({ directory, remote: { kind: "url", ...access }, egress, branch, signal });
  if (tip === oid) return null;
  if (tip !== null) return `“${branch}” has other commits on GitHub by now, which nobody has checked.`;
  // Somebody deleted it.
  const { repositoryId } = repository;
  return await pushChange(ctx, { organizationId, repositoryId, connection, directory, branch, oid, former: null });
}

function refused(reason: string): MovedBase {
  return { kind: "refused", reason };
}
