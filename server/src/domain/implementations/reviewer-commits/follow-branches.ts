import { AppError } from "@cairn/contract/errors";
import { LRUCache } from "lru-cache";

import { withActor, type Ctx } from "#server/ctx.ts";
import {
  selectImplementation,
  type NamedImplementationRow,
} from "#server/domain/implementations/store/implementations.store.ts";
import { listFollowed, type FollowedChange } from "#server/domain/implementations/store/pushes.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { isAncestor, listCommitsBetween, type CommitLine } from "#server/platform/git/merging/list-commits-between.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";

import { queueReviewerCommit } from "./queue-reviewer-commit.ts";

/** New commits whose authors are named. */
const maxCommits = 200;
const namedAuthors = 3;

/** Tips that are not on top of a change, which they do not become; git may have failed for another reason, hence the end. */
const rewritten = new LRUCache<string, true>({ max: 10_000, ttl: 600_000 });

/**
 * Takes what people pushed to branches that runs made, on top of what is there, as the change: it is proven like any other. What
 * a run or a merge of it is about waits until that is over; a branch that was rewritten is left to whoever merges, who is told.
 * Where nothing was pushed it costs a look at the repository's files and starts no program.
 */
export async function followBranches(ctx: Ctx): Promise<void> {
  for (const change of await listFollowed(ctx.wholeDb)) {
    ctx.signal.throwIfAborted();
    const { key } = change;
    const acting = withActor(ctx, { kind: "system", organizationId: key.organizationId });
    try {
      const tip = await findNewTip(acting, change);
      const row = tip === null ? null : await selectImplementation(acting.db, key);
      if (tip !== null && row !== null) await followBranch(acting, row, tip);
    } catch (error) {
      ctx.signal.throwIfAborted();
      // Somebody merges it or works on it at this moment; one repository that cannot be read must not hold up the others.
      const { implementationId } = key;
      if (!(error instanceof AppError) || error.code !== "conflict")
        ctx.log.warn({ error, implementationId }, "what was pushed to a branch could not be taken this time");
    }
  }
}

/** Where the branch stands; null where that is the change, or a commit that was looked at. */
async function findNewTip(ctx: Ctx, { headOid, workingBranch, repository }: FollowedChange): Promise<string | null> {
  if (headOid === null) return null;
  const directory = codeDirectory(ctx, repository);
  const tip = await resolveCommit(directory, workingBranch, { signal: ctx.signal });
  return tip === headOid || rewritten.has(`${directory} ${headOid} ${tip}`) ? null : tip;
}

async function followBranch(ctx: Ctx, row: NamedImplementationRow, tip: string): Promise<void> {
  const { headOid, workingBranch } = row;
  const { signal } = ctx;
  const directory = codeDirectory(ctx, row.repository);
  if (headOid === null || tip === headOid) return;
  // A mirror that was not fetched since a revision still stands at the former change.
  if (!(await isAncestor(directory, { oid: headOid, descendant: tip, signal }))) {
    rewritten.set(`${directory} ${headOid} ${tip}`, true);
    return;
  }
  const commits = await listCommitsBetween(directory, { from: headOid, to: tip, limit: maxCommits, signal });
  await queueReviewerCommit(ctx, row, {
    step: "revision-implementation",
    commit: tip,
    summary: `${sayCommits(commits)} on ${workingBranch}.`,
    isPushed: true,
  });
}

/** "2 new commits by Bo Berg" */
function sayCommits(commits: readonly CommitLine[]): string {
  const authors = [...new Set(commits.map(({ author }) => author.name.replaceAll(/\p{Cc}+/gu, " ").trim()))];
  const more = authors.length - namedAuthors;
  const named = [...authors.slice(0, namedAuthors), ...(more > 0 ? [`${more} more`] : [])];
  const count = commits.length === 1 ? "1 new commit" : `${commits.length} new commits`;
  return `${count} by ${new Intl.ListFormat("en-GB", { type: "conjunction" }).format(named)}`;
}
