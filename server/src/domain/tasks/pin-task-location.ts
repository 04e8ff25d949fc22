import { bodyOf, type InputOf, type ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import { pinTaskLocation as endpoint, taskPinSchema } from "@cairn/contract/task-locations";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { holdRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import { requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { openMainBranch } from "#server/domain/search/open-codebases.ts";
import { toEntity } from "#server/to-entity.ts";

import { listPins } from "./task-pins.store.ts";
import { lockTasks, selectTask } from "./tasks.store.ts";
import { writePin } from "./write-pin.ts";

/** Pins a file to a task, removes it from where the task lands, or undoes either. */
export async function pinTaskLocation(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "task.write");
  const { organizationId, projectId } = project;
  const { taskId } = input;
  const pin = bodyOf(endpoint, input);
  const { repositoryId } = pin;
  const repository = await requireRepository(ctx, { organizationId, projectId, repositoryId }, "project.read");
  const index = openMainBranch(ctx, repository)?.index;
  if (pin.kind === "pinned" && index && index.facts(pin.path) === null)
    throw new AppError("unprocessable", { message: `There is no file ${pin.path} in ${repository.slug}` });
  const rows = await ctx.db.transaction(async (tx) => {
    // Before the task, as whoever deletes a repository comes to the pins of tasks last: so nobody waits in a circle.
    if (!(await holdRepository(tx, { organizationId, repositoryId }))) throw notFound("Repository");
    await lockTasks(tx, project, [taskId]);
    if ((await selectTask(tx, project, taskId)) === null) throw notFound("Task");
    await writePin(ctx, tx, { organizationId, taskId, pin });
    return await listPins(tx, { organizationId, taskId });
  });
  return { pins: rows.map((row) => toEntity(taskPinSchema, row)) };
}
