import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import {
  implementationEngines,
  type ImplementationEngine,
  type getImplementationOptions as endpoint,
  type Obstacle,
} from "@cairn/contract/implementations";

import type { Ctx } from "#server/ctx.ts";
import { listTargets } from "#server/domain/implementations/store/starting.store.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { loadTask } from "#server/domain/tasks/load-task.ts";

import { chooseTarget } from "./choose-target.ts";
import { requireEngine } from "./require-engine.ts";
import { requireStart } from "./start-implementation.ts";
import { whyKeptHere } from "./why-kept-here.ts";

/** What starting would refuse now, in the same words: asked by the same checks. */
export async function getImplementationOptions(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "implementation.read");
  const task = await loadTask(ctx, { ...project, taskId: input.taskId });
  if (task === null) throw notFound("Task");
  const targets = await ctx.db.transaction((tx) => listTargets(tx, project));
  const obstacle =
    findObstacle(() => requireStart(task), task.isRunning ? null : "task") ??
    findObstacle(() => chooseTarget(targets, task), targets.length > 1 ? "task" : "services");
  if (obstacle !== null) return { obstacle, keptHere: null, engines: [] };
  const target = chooseTarget(targets, task);
  const engines = implementationEngines.map((engine) => ({
    engine,
    obstacle: findObstacle(() => requireEngine(ctx, engine, { brief: task, target }), setAt[engine]),
  }));
  return { obstacle, keptHere: whyKeptHere(target), engines };
}

/** Where what an engine may lack is changed. */
const setAt: Record<ImplementationEngine, Obstacle["setAt"]> = {
  diff: "task",
  agent: null,
  "own-machine": "services",
};

function findObstacle(check: () => unknown, setAt: Obstacle["setAt"]): Obstacle | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof AppError) return { message: error.message, setAt };
    throw error;
  }
}
