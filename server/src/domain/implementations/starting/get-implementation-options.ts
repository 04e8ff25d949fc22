import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { getImplementationOptions as endpoint } from "@cairn/contract/implementations";

import type { Ctx } from "#server/ctx.ts";
import { findObstacle, listEngines } from "#server/domain/implementations/engines/list-engines.ts";
import { requireEngine } from "#server/domain/implementations/engines/require-engine.ts";
import { whyKeptHere } from "#server/domain/implementations/publishing/why-kept-here.ts";
import { loadDefaultEngine, type ChosenEngine } from "#server/domain/implementations/store/default-engine.store.ts";
import { listTargets } from "#server/domain/implementations/store/starting.store.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { loadTask } from "#server/domain/tasks/load-task.ts";

import { chooseTarget } from "./choose-target.ts";
import { requireStart } from "./start-implementation.ts";

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
  const chosen = await loadDefaultEngine(ctx.db, project);
  const check = (engine: ChosenEngine) => requireEngine(ctx, engine, { brief: task, target, hasBranch: false });
  return { obstacle, keptHere: whyKeptHere(target), engines: listEngines(ctx.settings, { chosen, check }) };
}
