import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { reviseImplementation as endpoint } from "@cairn/contract/implementations";

import { withActor, type Ctx } from "#server/ctx.ts";
import { loadCriterionChecks } from "#server/domain/criterion-checks/load-criterion-checks.ts";
import { loadRunLimit } from "#server/domain/implementations/budget/load-run-limit.ts";
import { requireEngine } from "#server/domain/implementations/engines/require-engine.ts";
import { requireNoMerge } from "#server/domain/implementations/mergeability/require-no-merge.ts";
import { keepFormerHead } from "#server/domain/implementations/phases/keep-former-head.ts";
import { findCommitObstacle } from "#server/domain/implementations/publishing/find-commit-obstacle.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { countComments } from "#server/domain/implementations/store/comments.store.ts";
import type { ChosenEngine } from "#server/domain/implementations/store/default-engine.store.ts";
import type {
  ImplementationRow,
  NamedImplementationRow,
} from "#server/domain/implementations/store/implementations.store.ts";
import { requeueRevision } from "#server/domain/implementations/store/revisions.store.ts";
import { appendOperations, insertStep } from "#server/domain/implementations/store/runs.store.ts";
import { listTargets, lockImplementation } from "#server/domain/implementations/store/starting.store.ts";
import { changeTask, lockTasksFor } from "#server/domain/tasks/change-task.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { endOfPushes } from "./end-of-pushes.ts";

type ReviseInput = InputOf<typeof endpoint>;

/**
 * Another run of an implementation that was reviewed, on the same branch, which deals with the comments that are open.
 * Throws `conflict` in words where the engine cannot.
 */
export async function reviseImplementation(ctx: Ctx, input: ReviseInput): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  const chosen = chooseWriter(row, input);
  const action = chosen.engine === "own-machine" ? "implementation.push" : "implementation.run";
  await requireImplementation(ctx, input, action);
  // Where the branch lies elsewhere and takes nothing from here, what replaces its commits could never get there.
  const obstacle = chosen.engine === "own-machine" ? null : findCommitObstacle(row);
  if (obstacle !== null) throw new AppError("conflict", { message: obstacle });
  await keepFormerHead(ctx, row);
  await ctx.db.transaction((tx) => writeRevision(ctx, tx, { row, chosen }));
  return await getImplementation(ctx, row);
}

/** As asked for, or else whoever wrote it so far. */
function chooseWriter(row: NamedImplementationRow, { engine = row.engine, agent }: ReviseInput): ChosenEngine {
  return { engine, agent: engine === "coding-agent" ? (agent ?? row.agent) : null };
}

async function writeRevision(
  ctx: Ctx,
  tx: Db,
  { row, chosen }: { row: NamedImplementationRow; chosen: ChosenEngine },
): Promise<void> {
  const { organizationId, implementationId, taskId } = row;
  const { engine } = chosen;
  const targets = await listTargets(tx, row);
  const [task] = await lockTasksFor(tx, row, [taskId], { state: "in-progress" });
  const locked = await lockImplementation(tx, row);
  if (task === undefined || locked === null) throw notFound("Implementation");
  if (locked.state !== "created" || locked.runState !== "completed") {
    throw new AppError("conflict", { message: "Only an implementation that is ready for review can be revised." });
  }
  if (task.isRunning) throw new AppError("conflict", { message: `A run works on ${nameTask(task)} already.` });
  await requireNoMerge(tx, locked);
  const open = (await countComments(tx, organizationId, [implementationId])).get(implementationId)?.open ?? 0;
  if (open === 0 && engine !== "own-machine") {
    throw new AppError("conflict", { message: "No comment is open. Comment on what should change first." });
  }
  const { title, description, acceptanceCriteria } = task;
  const checks = await loadCriterionChecks(tx, task);
  const brief: ImplementationRow["brief"] = { title, description, acceptanceCriteria, checks };
  const target = targets.find(({ repositoryId }) => repositoryId === locked.repositoryId);
  if (target === undefined)
    throw new AppError("conflict", { message: "The repository is no part of the product any more." });
  requireEngine(ctx, chosen, { brief, target, hasBranch: row.isPublished });
  if (engine === "diff" && description === locked.brief.description) throw sameDiff();
  const now = ctx.now();
  const waits = engine === "own-machine";
  const attempt = locked.attempt + 1;
  await requeueRevision(tx, implementationId, {
    ...chosen,
    tokenLimit: await loadRunLimit(ctx, tx, locked),
    brief,
    attempt,
    runState: waits ? "waiting" : "queued",
    queuedAt: now,
    // What stands on the branch already is no answer to the comments.
    pushedOid: waits ? locked.headOid : locked.pushedOid,
    pushUntil: waits ? endOfPushes(now) : null,
  });
  const text =
    open === 1 ? "Asked for: 1 open comment to deal with." : `Asked for: ${open} open comments to deal with.`;
  const step = "revision-implementation";
  await insertStep(tx, locked, { step, attempt, intent: { former: locked.headOid ?? "" }, startedAt: now });
  await appendOperations(tx, locked, [{ step, kind: "note", text }], now);
  if (task.state !== "in-progress") {
    await changeTask(withActor(ctx, { kind: "system", organizationId }), tx, task, { state: "in-progress" });
  }
  if (!waits) await ctx.enqueue(tx, "run-implementation", { implementationId }, implementationId);
}

function sameDiff(): AppError {
  return new AppError("conflict", {
    message:
      "The task still holds the diff that was reviewed, and nothing here writes code by itself. Change the diff in the task, or let somebody push the revision from their own machine.",
  });
}
