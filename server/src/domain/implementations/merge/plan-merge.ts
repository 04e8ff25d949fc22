import { AppError } from "@cairn/contract/errors";
import { movedHeadSchema } from "@cairn/contract/implementation-merging";
import type { MergeMethod } from "@cairn/contract/merge-methods";

import type { Ctx } from "#server/ctx.ts";
import { tryMerge } from "#server/domain/implementations/mergeability/try-merge.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { findPerson } from "#server/domain/implementations/store/runs.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";
import { listCommitsBetween } from "#server/platform/git/merging/list-commits-between.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { writeTreeCommit } from "#server/platform/git/patches/write-tree-commit.ts";

import { toGitPerson, writeMergeMessage, type GitPerson } from "./write-merge-message.ts";

/** A merge as it would be made now. */
export interface PlannedMerge {
  directory: string;
  head: string;
  tip: string;
  message: string;
  author: GitPerson;
  committer: GitPerson;
  parents: string[];
}

/** Commits whose authors are credited. */
const maxCredited = 200;
/** New commits that a refusal lists. */
const maxNewCommits = 50;

interface MergePlan {
  method: MergeMethod;
  /** Who presses Merge; null for nobody. */
  userId: string | null;
  /** What it is merged onto; where the base branch stands when absent. */
  onto?: string;
}

/** Who merges what and how; null where there is no branch, or no change. */
export async function planMerge(
  ctx: Pick<Ctx, "db" | "mirrors" | "settings" | "signal">,
  row: NamedImplementationRow,
  { method, userId, onto }: MergePlan,
): Promise<PlannedMerge | null> {
  const { signal } = ctx;
  const directory = codeDirectory(ctx, row.repository);
  const tip = onto ?? (await resolveCommit(directory, row.baseBranch, { signal }));
  const head = row.headOid;
  if (tip === null || head === null) return null;
  const commits = await listCommitsBetween(directory, { from: tip, to: head, limit: maxCredited, signal });
  const { appName, addresses } = ctx.settings;
  const server: GitPerson = { name: appName, email: `no-reply@${new URL(addresses.apiHost).hostname}` };
  const [merger, beginner] = await Promise.all([findPerson(ctx.db, userId), findPerson(ctx.db, row.createdBy)]);
  const committer = merger === null ? server : toGitPerson(merger);
  // One commit is the work of whoever had it made; one that joins two histories is that of whoever merges.
  const author = method === "squash" && beginner !== null ? toGitPerson(beginner) : committer;
  const others = [...(beginner === null ? [] : [toGitPerson(beginner)]), ...commits.map((commit) => commit.author)];
  const taskName = nameTask({ taskKey: row.taskKey, projectTaskId: row.task.projectTaskId });
  const message = writeMergeMessage({ row, taskName, author, others });
  return { directory, head, tip, message, author, committer, parents: method === "squash" ? [tip] : [tip, head] };
}

/** The commit of a planned merge, which no branch shows yet. Throws `conflict` where the two sides do not go together. */
export async function writeMergeCommit(
  { directory, head, tip, message, author, committer, parents }: PlannedMerge,
  { date, signal }: { date: Date; signal: AbortSignal },
): Promise<string> {
  const merged = await tryMerge(directory, { tip, head });
  if (merged.kind !== "clean") {
    throw new AppError("conflict", { message: "It conflicts with the base branch by now. Look at it again." });
  }
  return await writeTreeCommit(directory, { tree: merged.tree, parents, message, author, committer, date, signal });
}

/** Throws `conflict` with the new commits where the implementation no longer stands at what was reviewed. */
export async function requireReviewedHead(
  ctx: Pick<Ctx, "mirrors" | "settings" | "signal">,
  row: NamedImplementationRow,
  reviewed: string,
): Promise<void> {
  const head = row.headOid;
  if (head === reviewed || head === null) return;
  const directory = codeDirectory(ctx, row.repository);
  const { signal } = ctx;
  const found = await listCommitsBetween(directory, { from: reviewed, to: head, limit: maxNewCommits, signal }).catch(
    () => [],
  );
  throw new AppError("conflict", {
    message: "There are commits that you have not seen. Look at them before you merge.",
    details: movedHeadSchema.parse({ head, commits: found.map(({ oid, subject }) => ({ oid, subject })) }),
  });
}
