import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { reviewBranch as endpoint } from "@cairn/contract/reviews";

import { withActor, type Ctx } from "#server/ctx.ts";
import { loadCriterionChecks } from "#server/domain/criterion-checks/load-criterion-checks.ts";
import { loadNewLimit } from "#server/domain/implementations/budget/load-run-limit.ts";
import { takePush } from "#server/domain/implementations/own-machine/take-push.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { endOfPushes } from "#server/domain/implementations/starting/end-of-pushes.ts";
import { requireStart } from "#server/domain/implementations/starting/start-implementation.ts";
import {
  insertImplementation,
  listTakenBranches,
  listTargets,
  takeImplementationNumber,
  type RunTarget,
} from "#server/domain/implementations/store/starting.store.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";
import { requireProject, type AccessedProject } from "#server/domain/members/require-project.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { changeTask, lockTasksFor } from "#server/domain/tasks/change-task.ts";
import { hasTask } from "#server/domain/tasks/has-task.ts";
import { writeTask } from "#server/domain/tasks/write-task.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { violatedConstraint } from "#server/platform/db/unique-violation.ts";
import { findMergeBase } from "#server/platform/git/history/find-merge-base.ts";
import { getCommit } from "#server/platform/git/history/get-commit.ts";
import { isAncestor } from "#server/platform/git/merging/list-commits-between.ts";
import { readRef } from "#server/platform/git/refs/move-ref.ts";

type ReviewInput = InputOf<typeof endpoint>;

/** What a branch is put in review with. */
interface BranchReview {
  project: AccessedProject;
  target: RunTarget & { mainBranch: string };
  branch: string;
  taskId: string;
  /** Of the task that is made; null where there is one. */
  title: string | null;
  implementationId: string;
}

/** Longest title of a task that is made of a commit. */
const maxTitle = 120;

/**
 * Puts a branch in review, for a task or for one that is made of its newest commit. From then on it
 * is an implementation that is pushed to from elsewhere: each push to the branch is proven anew. Once that was decided upon, the
 * branch can be put in review again. Throws `conflict` in words where there is nothing to review.
 */
export async function reviewBranch(ctx: Ctx, input: ReviewInput): Promise<ResultOf<typeof endpoint>> {
  const createdBy = requireUserId(ctx);
  const project = await requireProject(ctx, input, "implementation.push");
  const { organizationId, projectId } = project;
  const { branch } = input;
  if (input.taskId !== undefined) await requireTask(ctx, { organizationId, projectId, taskId: input.taskId });
  const target = await findTarget(ctx, project, input);
  const head = await requireChange(ctx, target, branch);
  await requireNews(ctx, { target, branch, head });
  const title = input.taskId === undefined ? await titleOf(ctx, target, head) : null;
  if (title !== null) await requireProject(ctx, input, "task.create");
  const taskId = input.taskId ?? ctx.newId();
  const implementationId = ctx.newId();
  const review = { project, target, branch, taskId, title, implementationId };
  try {
    await ctx.db.transaction((tx) => writeReview(ctx, tx, review, createdBy));
  } catch (error) {
    const constraint = violatedConstraint(error);
    // The first task of another product took the same key at this moment; now it is known to be taken.
    if (constraint === "projects_task_key") return await reviewBranch(ctx, input);
    if (constraint !== "implementations_branch") throw error;
    throw isInReview(branch);
  }
  // Where this server is killed before it, whoever looks after pushes does the same.
  await takePush(ctx, { organizationId, implementationId });
  return await getImplementation(ctx, { organizationId, projectId, taskId, implementationId });
}

async function requireTask(ctx: Ctx, task: Parameters<typeof hasTask>[1]): Promise<void> {
  if (!(await hasTask(ctx, task))) throw notFound("Task");
}

async function findTarget(
  ctx: Ctx,
  project: AccessedProject,
  { repositoryId, branch }: ReviewInput,
): Promise<BranchReview["target"]> {
  const target = (await listTargets(ctx.db, project)).find((one) => one.repositoryId === repositoryId);
  if (target === undefined) throw notFound("Repository");
  const { mainBranch, slug } = target;
  if (mainBranch === null) {
    throw new AppError("conflict", { message: `The repository “${slug}” has no main branch yet.` });
  }
  if (branch === mainBranch) {
    throw new AppError("conflict", { message: `“${branch}” is what changes are merged into. Choose another branch.` });
  }
  return { ...target, mainBranch };
}

/** The newest commit of a branch that has something to review. */
async function requireChange(
  { mirrors, settings, signal }: Pick<Ctx, "mirrors" | "settings" | "signal">,
  target: BranchReview["target"],
  branch: string,
): Promise<string> {
  const directory = codeDirectory({ mirrors, settings }, target);
  const head = await readRef(directory, `refs/heads/${branch}`, { signal });
  if (head === null) throw new AppError("conflict", { message: `The repository has no branch “${branch}”.` });
  const tip = await readRef(directory, `refs/heads/${target.mainBranch}`, { signal });
  const base = tip && (await findMergeBase(directory, { commit: tip, other: head, signal }));
  if (!base) {
    throw new AppError("conflict", { message: `“${branch}” has no commit in common with ${target.mainBranch}.` });
  }
  if (base === head) {
    throw new AppError("conflict", { message: `${target.mainBranch} holds everything of “${branch}” already.` });
  }
  return head;
}

/** Refuses a branch that is in review, or holds nothing beside what was merged of it: squashed, that is not in main as such. */
async function requireNews(
  ctx: Ctx,
  { target, branch, head }: Pick<BranchReview, "target" | "branch"> & { head: string },
): Promise<void> {
  const directory = codeDirectory(ctx, target);
  for (const taken of await listTakenBranches(ctx.db, target.repositoryId, branch)) {
    const { state, headOid, projectImplementationId: number } = taken;
    if (state === "created") throw isInReview(branch);
    const isMerged =
      headOid !== null && (await isAncestor(directory, { oid: head, descendant: headOid, signal: ctx.signal }));
    if (!isMerged) continue;
    const message = `Nothing is new on “${branch}” since implementation ${number} merged it.`;
    throw new AppError("conflict", { message });
  }
}

function isInReview(branch: string): AppError {
  const message = `“${branch}” is in review already. It can be put there again once that is merged or discarded.`;
  return new AppError("conflict", { message });
}

async function titleOf(ctx: Ctx, target: RunTarget, head: string): Promise<string> {
  const { subject } = await getCommit(codeDirectory(ctx, target), head, { signal: ctx.signal });
  return subject.trim().slice(0, maxTitle) || "Untitled change";
}

async function writeReview(ctx: Ctx, tx: Db, review: BranchReview, createdBy: string): Promise<void> {
  const { project, target, branch, taskId, title, implementationId } = review;
  const { organizationId, projectId } = project;
  const projectImplementationId = await takeImplementationNumber(tx, project);
  if (projectImplementationId === null) throw notFound("Product");
  if (title !== null) {
    const [serviceId = null, another] = target.serviceIds;
    const input = { title, state: "todo", serviceId: another === undefined ? serviceId : null } as const;
    await writeTask(ctx, tx, { project, taskId, input });
  }
  const [task] = await lockTasksFor(tx, project, [taskId], { state: "in-progress" });
  if (task === undefined) throw notFound("Task");
  requireStart(task);
  const { description, acceptanceCriteria } = task;
  const checks = await loadCriterionChecks(tx, task);
  await insertImplementation(tx, {
    implementationId,
    organizationId,
    projectId,
    taskId,
    repositoryId: target.repositoryId,
    serviceId: task.serviceId,
    projectImplementationId,
    engine: "own-machine",
    agent: null,
    brief: { title: task.title, description, acceptanceCriteria, checks },
    workingBranch: branch,
    baseBranch: target.mainBranch,
    createdBy,
    createdAt: ctx.now(),
    queuedAt: ctx.now(),
    // A revision of it may be an agent's.
    tokenLimit: await loadNewLimit(ctx, tx, organizationId),
    runState: "waiting",
    pushUntil: endOfPushes(ctx.now()),
  });
  await changeTask(withActor(ctx, { kind: "system", organizationId }), tx, task, { state: "in-progress" });
}
