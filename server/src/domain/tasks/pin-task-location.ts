import { bodyOf, type InputOf, type ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import { maxTaskPins, pinTaskLocation as endpoint, taskPinSchema, type TaskPin } from "@cairn/contract/task-locations";
import type { z } from "zod";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { holdRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import { requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { openMainBranch } from "#server/domain/search/open-codebases.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { toEntity } from "#server/to-entity.ts";

import { recordTaskEvents, type FieldChange } from "./record-task-events.ts";
import { countPins, deletePin, findPin, listPins, savePin, type PinRow } from "./task-pins.store.ts";
import { lockTasks, selectTask, updateTaskRow } from "./tasks.store.ts";

type Pin = z.output<(typeof endpoint)["body"]>;

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

async function writePin(
  ctx: Ctx,
  tx: Db,
  { organizationId, taskId, pin }: { organizationId: string; taskId: string; pin: Pin },
): Promise<void> {
  const { kind, ...place } = pin;
  const { actor } = ctx;
  const key = { organizationId, taskId, ...place };
  const former = await findPin(tx, key);
  if (isSame(former, pin)) return;
  if (kind === null) {
    await deletePin(tx, key);
  } else {
    if (former === null && (await countPins(tx, key)) >= maxTaskPins)
      throw new AppError("conflict", {
        message: `A task can't have more than ${maxTaskPins} pinned and removed files`,
      });
    const createdBy = actor.kind === "user" || actor.kind === "agent" ? actor.userId : null;
    await savePin(tx, { ...key, kind, createdBy, createdAt: ctx.now() });
  }
  // What the sockets tell of the task makes open pages ask for its locations again.
  await updateTaskRow(tx, taskId, { updatedAt: ctx.now() });
  await recordTaskEvents(ctx, tx, key, eventsOf(former?.kind ?? null, pin));
}

function isSame(former: PinRow | null, { kind, startLine, endLine, symbol }: Pin): boolean {
  if (former === null || kind === null) return former === kind;
  const isSamePlace = former.startLine === startLine && former.endLine === endLine && former.symbol === symbol;
  return former.kind === kind && isSamePlace;
}

/** Other lines of a pinned file are nothing that the activity speaks of. */
function eventsOf(former: TaskPin["kind"] | null, { kind, path }: Pin): FieldChange[] {
  if (kind === former) return [];
  if (kind !== null) return [{ field: kind, from: null, to: path }];
  return former === null ? [] : [{ field: former, from: path, to: null }];
}
