import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { startImplementation as endpoint } from "@cairn/contract/implementations";
import { toSlug } from "@cairn/contract/slugs";
import { taskStateNames, type TaskState } from "@cairn/contract/task-states";

import { withActor, type Ctx } from "#server/ctx.ts";
import { loadCriterionChecks } from "#server/domain/criterion-checks/load-criterion-checks.ts";
import { loadNewLimit } from "#server/domain/implementations/budget/load-run-limit.ts";
import { requireEngine } from "#server/domain/implementations/engines/require-engine.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { loadDefaultEngine, type ChosenEngine } from "#server/domain/implementations/store/default-engine.store.ts";
import {
  countBranches,
  insertImplementation,
  listTargets,
  takeImplementationNumber,
} from "#server/domain/implementations/store/starting.store.ts";
import { findPersonId } from "#server/domain/members/require-organization.ts";
import { requireProject, type AccessedProject } from "#server/domain/members/require-project.ts";
import { changeTask, lockTasksFor } from "#server/domain/tasks/change-task.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { chooseTarget } from "./choose-target.ts";
import { endOfPushes } from "./end-of-pushes.ts";

type StartInput = InputOf<typeof endpoint>;

/** Puts a run in line that implements the task, which is in progress from here on. Throws `conflict` where one runs already. */
export async function startImplementation(ctx: Ctx, input: StartInput): Promise<ResultOf<typeof endpoint>> {
  const action = input.engine === "own-machine" ? "implementation.push" : "implementation.run";
  const project = await requireProject(ctx, input, action);
  const chosen = await chooseEngine(ctx, project, input);
  const { organizationId, projectId } = project;
  const { taskId } = input;
  const implementationId = ctx.newId();
  await ctx.db.transaction((tx) => writeImplementation(ctx, tx, { project, taskId, chosen, implementationId }));
  return await getImplementation(ctx, { organizationId, projectId, taskId, implementationId });
}

/** As asked for, or else as the product chose, or else the diff. */
async function chooseEngine(ctx: Ctx, project: AccessedProject, { engine, agent }: StartInput): Promise<ChosenEngine> {
  if (engine === undefined) return (await loadDefaultEngine(ctx.db, project)) ?? { engine: "diff", agent: null };
  return { engine, agent: engine === "coding-agent" ? (agent ?? null) : null };
}

interface NewRun {
  project: AccessedProject;
  taskId: string;
  chosen: ChosenEngine;
  implementationId: string;
}

async function writeImplementation(
  ctx: Ctx,
  tx: Db,
  { project, taskId, chosen, implementationId }: NewRun,
): Promise<void> {
  const { organizationId, projectId } = project;
  const { engine, agent } = chosen;
  const projectImplementationId = await takeImplementationNumber(tx, project);
  if (projectImplementationId === null) throw notFound("Product");
  // Before the task, as whoever deletes a service comes to its tasks last.
  const targets = await listTargets(tx, project);
  const [task] = await lockTasksFor(tx, project, [taskId], { state: "in-progress" });
  if (task === undefined) throw notFound("Task");
  requireStart(task);
  const target = chooseTarget(targets, task);
  const { title, description, acceptanceCriteria } = task;
  const checks = await loadCriterionChecks(tx, task);
  const brief = { title, description, acceptanceCriteria, checks };
  // What can be said before anything begins is said to whoever begins it.
  requireEngine(ctx, chosen, { brief, target, hasBranch: false });
  const branch = `cairn/${task.projectTaskId}-${toSlug(title) || "task"}`;
  const namesakes = await countBranches(tx, target.repositoryId, branch);
  await insertImplementation(tx, {
    implementationId,
    organizationId,
    projectId,
    taskId,
    repositoryId: target.repositoryId,
    serviceId: task.serviceId,
    projectImplementationId,
    engine,
    agent,
    brief,
    workingBranch: namesakes === 0 ? branch : `${branch}-${namesakes + 1}`,
    baseBranch: target.mainBranch,
    createdBy: findPersonId(ctx),
    createdAt: ctx.now(),
    queuedAt: ctx.now(),
    tokenLimit: await loadNewLimit(ctx, tx, organizationId),
    ...(engine === "own-machine" ? { runState: "waiting", pushUntil: endOfPushes(ctx.now()) } : {}),
  });
  await changeTask(withActor(ctx, { kind: "system", organizationId }), tx, task, { state: "in-progress" });
  if (engine !== "own-machine") await ctx.enqueue(tx, "run-implementation", { implementationId }, implementationId);
}

/** A task that somebody moved to In Progress by hand may be implemented as well, and one in review anew. */
export function requireStart(task: Parameters<typeof nameTask>[0] & { state: TaskState; isRunning: boolean }): void {
  if (task.isRunning) throw new AppError("conflict", { message: `A run works on ${nameTask(task)} already.` });
  if (task.state === "todo" || task.state === "in-progress" || task.state === "in-review") return;
  const message = `${nameTask(task)} is in ${taskStateNames[task.state]}; only a task in Todo can be implemented.`;
  throw new AppError("conflict", { message });
}
