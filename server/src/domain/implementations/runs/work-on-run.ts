import { AppError, type ErrorCode } from "@cairn/contract/errors";
import { phaseNames, type ImplementationStep } from "@cairn/contract/implementations";

import { closeRunCalls } from "#server/domain/implementations/budget/close-run-calls.ts";
import { answerComments } from "#server/domain/implementations/comment-answers/answer-comments.ts";
import { findRerun } from "#server/domain/implementations/phases/rerun-steps.ts";
import type { HeldRun, RunCtx } from "#server/domain/implementations/phases/run-context.ts";
import type { PhaseEffect, PhaseWork, RunPhase } from "#server/domain/implementations/phases/run-phase.ts";
import type { RunStepRow } from "#server/domain/implementations/store/implementations.store.ts";
import {
  appendOperations,
  endStep,
  insertStep,
  LeaseLost,
  listRunSteps,
  loadRun,
  lockRun,
  takeOverStep,
  updateRun,
  type RunLease,
} from "#server/domain/implementations/store/runs.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { makeRunFolder } from "#server/platform/storage/make-run-folder.ts";
import { removeFolder } from "#server/platform/storage/remove-folder.ts";

import { endRun } from "./end-run.ts";
import { listPhases } from "./list-phases.ts";
import { publishBranch } from "./publish-branch.ts";
import { watchLease } from "./watch-lease.ts";

/** `lost`: somebody stopped the run, or took it over. */
export type WorkedRun = "completed" | "failed" | "lost";

/**
 * Goes through the phases of a run, from the first that is not done. Each is written down before it begins, leaves
 * something that can be left twice, and is written down when it is done; so whoever goes on after a crash repeats at most
 * one, and to no effect. Throws what is worth another try.
 */
export async function workOnRun(ctx: RunCtx, lease: RunLease): Promise<WorkedRun> {
  const watch = watchLease(ctx, lease);
  try {
    const { attempt, fromAttempt } = (await loadRun(ctx.db, lease)).row;
    const run = { lease, attempt, fromAttempt };
    return await workThrough({ ...ctx, signal: AbortSignal.any([ctx.signal, watch.lost]) }, run);
  } catch (error) {
    // Whoever took the run away need not have ended what was under way here.
    if (error instanceof LeaseLost || watch.lost.aborted) return "lost";
    throw error;
  } finally {
    watch.stop();
  }
}

/** Gives up a run that was tried often enough. */
export async function giveUpRun(ctx: RunCtx, lease: RunLease): Promise<void> {
  const message = "It failed again and again for a reason that only the server's log knows.";
  await failRun(ctx, lease, { step: null, message }).catch((error: unknown) => {
    if (!(error instanceof LeaseLost)) throw error;
  });
}

async function workThrough(ctx: RunCtx, run: HeldRun): Promise<WorkedRun> {
  const workDirectory = await makeRunFolder(ctx.settings.server.dataDir, run.lease);
  try {
    await beginStep(ctx, run, { step: wholeStep, intend: async () => ({}) });
    const { row } = await loadRun(ctx.db, run.lease);
    const steps = await listRunSteps(ctx.db, run.lease);
    const rerun = findRerun(steps.filter(({ attempt }) => attempt >= run.fromAttempt));
    for (const phase of listPhases(row.engine, rerun)) {
      const failure = await orFailure(() => workOnPhase(ctx, run, { phase, workDirectory }));
      if (failure === null) continue;
      await failRun(ctx, run.lease, { step: phase.step, message: failure });
      return "failed";
    }
    const failure = await orFailure(() => completeRun(ctx, run, workDirectory));
    if (failure === null) return "completed";
    await failRun(ctx, run.lease, { step: wholeStep, message: failure });
    return "failed";
  } finally {
    await removeFolder(workDirectory);
  }
}

const wholeStep: ImplementationStep = "task-implementation";
const revisionStep: ImplementationStep = "revision-implementation";

/** The words of a failure that no further try would change; null when all went well. */
async function orFailure(work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof AppError && finalCodes.has(error.code)) return error.message;
    throw error;
  }
}

/** What the change itself is to blame for; anything else may be another time. */
const finalCodes: ReadonlySet<ErrorCode> = new Set([
  "invalid_input",
  "conflict",
  "not_found",
  "unprocessable",
  "too_large",
]);

async function loadWork(ctx: RunCtx, lease: RunLease, workDirectory: string) {
  const { row, repository } = await loadRun(ctx.db, lease);
  const work: PhaseWork = { ctx, lease, row, directory: codeDirectory(ctx, repository), workDirectory };
  return { work, connection: repository.connection };
}

async function workOnPhase(
  ctx: RunCtx,
  run: HeldRun,
  { phase, workDirectory }: { phase: RunPhase; workDirectory: string },
): Promise<void> {
  const { step } = phase;
  const { work } = await loadWork(ctx, run.lease, workDirectory);
  const intent = await beginStep(ctx, run, { step, intend: () => phase.intend(work) });
  if (intent === null) return;
  const effect = await phase.perform(work, intent);
  await confirmStep(ctx, run, { step, effect });
}

/**
 * What the step is to do: decided once and written down before it is done. Null when a run has done it already. Throws
 * LeaseLost.
 */
async function beginStep(
  ctx: RunCtx,
  { lease, attempt, fromAttempt }: HeldRun,
  { step, intend }: { step: ImplementationStep; intend: () => Promise<Record<string, string>> },
): Promise<Record<string, string> | null> {
  const steps = await listRunSteps(ctx.db, lease);
  const known = steps.filter((row) => row.step === step && row.attempt >= fromAttempt);
  if (step !== wholeStep && known.some((row) => isDone(row, { steps, attempt }))) return null;
  const begun = known.find((row) => row.attempt === attempt);
  const intent = begun?.intent ?? (await intend());
  await ctx.db.transaction(async (tx) => {
    await lockRun(tx, lease);
    // Whoever had the run before makes no use of them any more.
    if (step === wholeStep) await closeRunCalls(ctx, tx, lease);
    if (begun) await takeOverStep(tx, lease, begun.sequence);
    else await insertStep(tx, lease, { step, attempt, intent, startedAt: ctx.now() });
  });
  return intent;
}

/**
 * Whether nobody has to do a step again. One that came to a bad end is done where its run went on after it: in this very attempt, or in
 * one that was completed. Any other ended its run, and whoever goes on tries it once more.
 */
function isDone(
  row: Pick<RunStepRow, "state" | "attempt">,
  { steps, attempt }: { steps: readonly RunStepRow[]; attempt: number },
): boolean {
  if (row.state === null || row.state === "success") return row.state !== null;
  const isOfCompleted = steps.some(
    (one) => one.step === wholeStep && one.attempt === row.attempt && one.state === "success",
  );
  return row.attempt === attempt || isOfCompleted;
}

async function confirmStep(
  ctx: RunCtx,
  { lease, attempt }: HeldRun,
  { step, effect }: { step: ImplementationStep; effect: PhaseEffect },
): Promise<void> {
  const { oid: effectOid, summary, isBad = false, found = {}, log = [], answers } = effect;
  const state = isBad ? "error" : "success";
  await ctx.db.transaction(async (tx) => {
    await lockRun(tx, lease);
    const end = { step, attempt, state, summary, effectOid, completedAt: ctx.now() } as const;
    // Two workers can hold one lease: whoever comes second did the same, which is written down already.
    if (!(await endStep(tx, lease, end))) return;
    await updateRun(tx, lease.implementationId, found);
    if (answers) await answerComments(ctx, tx, { ...lease, ...answers });
    const entries = [...log.map((entry) => ({ ...entry, step })), { step, kind: "note" as const, text: summary }];
    await appendOperations(tx, lease, entries, ctx.now());
  });
}

/** The branch first, which is there to stay, and then everything else at once. */
async function completeRun(ctx: RunCtx, { lease, attempt }: HeldRun, workDirectory: string): Promise<void> {
  const { work, connection } = await loadWork(ctx, lease, workDirectory);
  const { isPublished, summary } = await publishBranch(work, { connection, repositoryId: work.row.repositoryId });
  const end = { step: wholeStep, attempt, state: "success", summary, effectOid: work.row.headOid } as const;
  await ctx.db.transaction(async (tx) => {
    await endRun(ctx, tx, {
      task: work.row,
      lease,
      outcome: "completed",
      async finish() {
        await endStep(tx, lease, { ...end, completedAt: ctx.now() });
        // There is one where the run was asked for by a reviewer.
        await endStep(tx, lease, { ...end, step: revisionStep, completedAt: ctx.now() });
        await updateRun(tx, lease.implementationId, { isPublished });
        await appendOperations(tx, lease, [{ step: wholeStep, kind: "note", text: summary }], ctx.now());
      },
    });
  });
}

async function failRun(
  ctx: RunCtx,
  lease: RunLease,
  { step, message }: { step: ImplementationStep | null; message: string },
): Promise<void> {
  const { row } = await loadRun(ctx.db, lease);
  const { attempt } = row;
  const where = step === null || step === wholeStep ? message : `${phaseNames[step]} failed.`;
  await ctx.db.transaction(async (tx) => {
    await endRun(ctx, tx, {
      task: row,
      lease,
      outcome: "failed",
      async finish() {
        const failed = { attempt, state: "error", effectOid: null } as const;
        // A phase that could not even say what it would do has not begun.
        if (step !== null) await insertIfMissing(ctx, tx, lease, { step, attempt });
        if (step !== null) await endStep(tx, lease, { ...failed, step, summary: message, completedAt: ctx.now() });
        await endStep(tx, lease, { ...failed, step: wholeStep, summary: where, completedAt: ctx.now() });
        const entry = { step: step ?? wholeStep, kind: "problem", text: message } as const;
        await appendOperations(tx, lease, [entry], ctx.now());
      },
    });
  });
}

async function insertIfMissing(
  ctx: RunCtx,
  tx: Parameters<typeof insertStep>[0],
  lease: RunLease,
  { step, attempt }: { step: ImplementationStep; attempt: number },
): Promise<void> {
  const steps = await listRunSteps(tx, lease);
  if (steps.some((row) => row.step === step && row.attempt === attempt)) return;
  await insertStep(tx, lease, { step, attempt, intent: {}, startedAt: ctx.now() });
}
