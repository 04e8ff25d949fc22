import { AppError } from "@cairn/contract/errors";
import { maxItemLocations, maxPlanItems } from "@cairn/contract/plans";

import type { Ctx } from "#server/ctx.ts";
import { abortWhen } from "#server/domain/pages/writing/abort-when.ts";
import { holdRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import { openCodebases, prepareIndexes } from "#server/domain/search/open-codebases.ts";
import { holdService } from "#server/domain/services/hold-service.ts";
import { listProjectServices } from "#server/domain/services/list-project-services.ts";
import { meteredModel } from "#server/domain/usage/metered-model.ts";
import { builtInEngineName } from "#server/engine/answers/answer-from-code.ts";
import type { PlannedService, PlanProgress, PlanProposal, ProposedTask } from "#server/engine/plans/plan-proposal.ts";
import { proposeAnyPlan } from "#server/engine/with-model/plans/propose-with-model.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { storable } from "#server/text/storable.ts";

import {
  deleteOpenItems,
  insertItems,
  listItems,
  ranksBetween,
  replaceItemLinks,
  replaceItemLocations,
} from "./plan-items.store.ts";
import { findProjectIdOfPlan, lockPlan, selectPlan, updatePlanRow, type PlanKey, type PlanRow } from "./plans.store.ts";

/** What came of working on a plan; `not-indexed` where no code that speaks of it can be read yet. */
type Outcome = Omit<PlanProposal, "nothing"> & { nothing: PlanRow["nothing"]; writtenBy: string };

/**
 * Works out the tasks of a plan that waits for them. A plan that is deleted, or put on another goal, meanwhile keeps
 * nothing of it; another goal has its own job in line.
 */
export async function proposeTasks(
  ctx: Ctx,
  input: { organizationId: string; planId: string },
  { isLastTry }: { isLastTry: boolean },
): Promise<void> {
  const { organizationId, planId } = input;
  const projectId = await findProjectIdOfPlan(ctx.db, input);
  if (projectId === null) return;
  const key = { organizationId, projectId, planId };
  const plan = await claimPlan(ctx, key);
  if (plan === null) return;
  try {
    const outcome = await abortWhen(
      ctx,
      () => isCurrent(ctx, plan),
      (stoppable) => workOut(stoppable, plan),
    );
    if (outcome !== null) await keep(ctx, plan, outcome);
  } catch (error) {
    ctx.signal.throwIfAborted();
    const isAgain = !(error instanceof AppError) || error.isRetryable;
    if (isAgain && !isLastTry) throw error;
    await fail(ctx, plan, error);
  }
}

/** Null when it is gone, or nobody waits for it. A job that was cut off left it as one that is worked on. */
async function claimPlan(ctx: Ctx, key: PlanKey): Promise<PlanRow | null> {
  return await ctx.db.transaction(async (tx) => {
    const plan = await lockPlan(tx, key);
    if (plan === null || (plan.state !== "waiting" && plan.state !== "working")) return null;
    await updatePlanRow(tx, key, { state: "working", progress: { step: "reading", done: 0, total: 1 } });
    return plan;
  });
}

async function isCurrent(ctx: Ctx, plan: PlanRow): Promise<boolean> {
  const now = await selectPlan(ctx.db, plan);
  return now !== null && now.proposal === plan.proposal;
}

async function workOut(ctx: Ctx, plan: PlanRow): Promise<Outcome> {
  const codebases = await openCodebases(ctx, plan);
  if (codebases.length === 0) return { tasks: [], notes: [], nothing: "not-indexed", writtenBy: builtInEngineName };
  await prepareIndexes(ctx, codebases);
  const services = (await listProjectServices(ctx, plan)).map(toPlannedService);
  const onProgress = (progress: PlanProgress) => report(ctx, plan, progress);
  const { organizationId, projectId } = plan;
  const model = meteredModel(ctx, { organizationId, projectId, userId: plan.createdBy, purpose: "plan" });
  const outcome = await proposeAnyPlan(plan.goal, codebases, { services, onProgress, model, signal: ctx.signal });
  // What is not indexed yet may speak of it; the plan is worked out again once it is.
  const isIndexed = new Set(codebases.map(({ repositoryId }) => repositoryId));
  const isPartial = services.some(({ repositoryId }) => repositoryId !== null && !isIndexed.has(repositoryId));
  return outcome.nothing === "not-in-code" && isPartial ? { ...outcome, notes: [], nothing: "not-indexed" } : outcome;
}

function toPlannedService(row: {
  serviceId: string;
  name: string;
  repositoryId: string | null;
  workingPath: string;
}): PlannedService {
  const { serviceId, name, repositoryId, workingPath } = row;
  return { serviceId, name, repositoryId, under: workingPath.replaceAll(/^\/+|\/+$/g, "") };
}

async function report(ctx: Ctx, plan: PlanRow, progress: PlanProgress): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const now = await lockPlan(tx, plan);
    if (now?.proposal === plan.proposal) await updatePlanRow(tx, plan, { progress });
  });
}

async function keep(ctx: Ctx, plan: PlanRow, outcome: Outcome): Promise<void> {
  const { notes, nothing, writtenBy } = outcome;
  await ctx.db.transaction(async (tx) => {
    const now = await lockPlan(tx, plan);
    if (now?.proposal !== plan.proposal) return;
    await replaceItems(ctx, tx, plan, outcome.tasks);
    const ready = { state: "ready" as const, progress: null, error: null, updatedAt: ctx.now() };
    await updatePlanRow(tx, plan, { ...ready, notes: notes.map(storable), nothing, writtenBy });
  });
}

/** In place of those that nobody has accepted. What was deleted of services and repositories meanwhile is left out. */
async function replaceItems(ctx: Ctx, tx: Db, plan: PlanRow, proposed: readonly ProposedTask[]): Promise<void> {
  const { organizationId, planId } = plan;
  const serviceIds = new Set(proposed.flatMap(({ serviceId }) => serviceId ?? []));
  const repositoryIds = new Set(proposed.flatMap((task) => task.locations.map((one) => one.repositoryId)));
  for (const id of [...serviceIds].sort()) if ((await holdService(tx, plan, id)) === null) serviceIds.delete(id);
  for (const repositoryId of [...repositoryIds].sort()) {
    if (!(await holdRepository(tx, { organizationId, repositoryId }))) repositoryIds.delete(repositoryId);
  }
  await deleteOpenItems(tx, plan);
  const accepted = await listItems(tx, plan);
  const tasks = proposed.slice(0, maxPlanItems - accepted.length);
  const ranks = ranksBetween(accepted.at(-1), undefined, tasks.length);
  const ids = tasks.map(() => ctx.newId());
  const open = { version: 0, taskId: null, projectTaskId: null, acceptedAt: null };
  const rows = tasks.map(({ title, description, criteria, serviceId, note }, at) => ({
    itemId: ids[at] ?? "",
    organizationId,
    planId,
    rank: ranks[at] ?? "",
    title: storable(title),
    description: storable(description),
    criteria: criteria.map(storable),
    serviceId: serviceId !== null && serviceIds.has(serviceId) ? serviceId : null,
    note: note === null ? null : storable(note),
    ...open,
  }));
  await insertItems(tx, rows);
  for (const [at, { blockedBy, locations }] of tasks.entries()) {
    const item = { organizationId, itemId: ids[at] ?? "" };
    await replaceItemLinks(
      tx,
      item,
      blockedBy.flatMap((place) => ids[place] ?? []),
    );
    const known = locations.filter(({ repositoryId }) => repositoryIds.has(repositoryId)).slice(0, maxItemLocations);
    await replaceItemLocations(
      tx,
      item,
      known.map(({ repositoryId, path, startLine, endLine, symbol, why }) => {
        return { repositoryId, path, startLine, endLine, symbol, why };
      }),
    );
  }
}

async function fail(ctx: Ctx, plan: PlanRow, cause: unknown): Promise<void> {
  if (!(cause instanceof AppError)) ctx.log.error({ error: cause, planId: plan.planId }, "tasks could not be proposed");
  const isSaid = cause instanceof AppError && cause.code !== "internal";
  const error = isSaid ? cause.message : "No tasks could be proposed because of an error in the server.";
  await ctx.db.transaction(async (tx) => {
    const now = await lockPlan(tx, plan);
    if (now?.proposal !== plan.proposal) return;
    await updatePlanRow(tx, plan, { state: "failed", progress: null, error, updatedAt: ctx.now() });
  });
}
