import { notFound } from "@cairn/contract/errors";
import { taskStates } from "@cairn/contract/task-states";

import { holdRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import { holdService } from "#server/domain/services/hold-service.ts";
import { lockTaskOrderOf } from "#server/domain/tasks/lock-task-order.ts";
import { takeNumbers } from "#server/domain/tasks/take-numbers.ts";
import { listTaskKeys, setTaskKey, takeRanks } from "#server/domain/tasks/task-lanes.store.ts";
import { holdMember, type TaskRow } from "#server/domain/tasks/tasks.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import type { MovableTask, TaskNumbering } from "./list-movable-tasks.ts";
import {
  insertMovedEvents,
  insertMovedLinks,
  insertMovedPins,
  insertMovedTasks,
  listWithoutParent,
  selectNumbering,
  setLastTaskNumber,
} from "./moved-tasks.store.ts";

/**
 * Writes tasks of another product into this one, within the transaction `tx`, and answers their numbers by their ids. Ids
 * in them are those of this product already; what is gone by now is passed over. A product without tasks takes the
 * numbers over, and the key where no other product of the organization has it; else they are counted on, in their order.
 * The tasks' links must be free of circles. The caller has checked the right to write tasks.
 */
export async function restoreTasks(
  tx: Db,
  project: ProjectKey,
  { tasks, numbering }: { tasks: readonly MovableTask[]; numbering: TaskNumbering },
): Promise<Map<string, number>> {
  if (tasks.length === 0) return new Map();
  await lockTaskOrderOf(tx, project);
  const held = await holdNamed(tx, project, tasks);
  const numbers = await chooseNumbers(tx, project, { tasks, numbering });
  const ranks = await chooseRanks(tx, project, tasks);
  const parents = await chooseParents(tx, project, tasks);
  const rows = tasks.map(({ blockedBy: _blockedBy, pins: _pins, events: _events, ...task }): TaskRow => ({
    ...task,
    organizationId: project.organizationId,
    projectId: project.projectId,
    projectTaskId: numbers.get(task.taskId) ?? 0,
    rank: ranks.get(task.taskId) ?? "",
    serviceId: held.services.has(task.serviceId) ? task.serviceId : null,
    assigneeId: held.people.has(task.assigneeId) ? task.assigneeId : null,
    createdBy: held.people.has(task.createdBy) ? task.createdBy : null,
    parentId: parents.has(task.parentId) ? task.parentId : null,
  }));
  // A task stands after the one that it is part of.
  await insertMovedTasks(
    tx,
    rows.toSorted((a, b) => Number(a.parentId !== null) - Number(b.parentId !== null)),
  );
  await insertParts(tx, project, { tasks, held });
  return numbers;
}

/** Those of the named that are there, and stay until the transaction ends. */
interface HeldIds {
  services: ReadonlySet<string | null>;
  repositories: ReadonlySet<string | null>;
  people: ReadonlySet<string | null>;
}

/** In one order, so that nobody waits in a circle; before the tasks, as whoever deletes them comes to those last. */
async function holdNamed(tx: Db, project: ProjectKey, tasks: readonly MovableTask[]): Promise<HeldIds> {
  const { organizationId } = project;
  const services = await hold(
    tasks.map(({ serviceId }) => serviceId),
    async (id) => (await holdService(tx, project, id)) !== null,
  );
  const repositories = await hold(
    tasks.flatMap(({ pins }) => pins.map(({ repositoryId }) => repositoryId)),
    (repositoryId) => holdRepository(tx, { organizationId, repositoryId }),
  );
  const people = tasks.flatMap(({ assigneeId, createdBy, pins, events }) => [
    assigneeId,
    createdBy,
    ...pins.map((pin) => pin.createdBy),
    ...events.map(({ actorId }) => actorId),
  ]);
  return { services, repositories, people: await hold(people, (id) => holdMember(tx, organizationId, id)) };
}

async function hold(
  given: readonly (string | null)[],
  isThere: (id: string) => Promise<boolean>,
): Promise<Set<string | null>> {
  const held = new Set<string | null>();
  const ids = [...new Set(given)].filter((id) => id !== null);
  for (const id of ids.toSorted()) if (await isThere(id)) held.add(id);
  return held;
}

async function chooseNumbers(
  tx: Db,
  project: ProjectKey,
  { tasks, numbering }: { tasks: readonly MovableTask[]; numbering: TaskNumbering },
): Promise<Map<string, number>> {
  const own = await selectNumbering(tx, project);
  if (own === null) throw notFound("Product");
  const byNumber = tasks.toSorted((a, b) => a.projectTaskId - b.projectTaskId);
  if (own.lastTaskNumber === 0) {
    const { taskKey } = numbering;
    const takenKeys = await listTaskKeys(tx, project.organizationId);
    if (own.taskKey === null && taskKey !== null && !takenKeys.has(taskKey)) await setTaskKey(tx, project, taskKey);
    // Gives the product a key where that one was taken.
    else await takeNumbers(tx, project, 1);
    await setLastTaskNumber(tx, project, Math.max(numbering.lastTaskNumber, byNumber.at(-1)?.projectTaskId ?? 0));
    return new Map(tasks.map(({ taskId, projectTaskId }) => [taskId, projectTaskId]));
  }
  const first = await takeNumbers(tx, project, tasks.length);
  return new Map(byNumber.map(({ taskId }, at) => [taskId, first + at]));
}

/** Behind what each lane has, in the order in which they are given. */
async function chooseRanks(tx: Db, project: ProjectKey, tasks: readonly MovableTask[]): Promise<Map<string, string>> {
  const ranks = new Map<string, string>();
  for (const state of taskStates) {
    const lane = tasks.filter((task) => task.state === state);
    if (lane.length === 0) continue;
    const taken = await takeRanks(tx, project, { state, edge: "end", count: lane.length });
    for (const [at, { taskId }] of lane.entries()) ranks.set(taskId, taken[at] ?? "");
  }
  return ranks;
}

/** Ids that may be parents: they are here, or come now, and are part of no other themselves. */
async function chooseParents(
  tx: Db,
  project: ProjectKey,
  tasks: readonly MovableTask[],
): Promise<ReadonlySet<string | null>> {
  const wanted = tasks.flatMap(({ parentId }) => parentId ?? []);
  const here = await listWithoutParent(tx, project, [...new Set(wanted)]);
  return new Set([...here, ...tasks.filter(({ parentId }) => parentId === null).map(({ taskId }) => taskId)]);
}

async function insertParts(
  tx: Db,
  project: ProjectKey,
  { tasks, held }: { tasks: readonly MovableTask[]; held: HeldIds },
): Promise<void> {
  const { organizationId } = project;
  const personOf = (id: string | null) => (held.people.has(id) ? id : null);
  await insertMovedLinks(
    tx,
    project,
    tasks.flatMap(({ taskId, blockedBy }) => blockedBy.map((blockerId) => ({ taskId, blockerId }))),
  );
  await insertMovedPins(
    tx,
    tasks.flatMap(({ taskId, pins }) =>
      pins
        .filter(({ repositoryId }) => held.repositories.has(repositoryId))
        .map((pin) => ({ ...pin, organizationId, taskId, createdBy: personOf(pin.createdBy) })),
    ),
  );
  await insertMovedEvents(
    tx,
    tasks.flatMap(({ taskId, events }) =>
      events.map((event) => ({ ...event, organizationId, taskId, actorId: personOf(event.actorId) })),
    ),
  );
}
