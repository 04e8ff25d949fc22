import { notFound } from "@cairn/contract/errors";
import { landingEdge, type TaskState } from "@cairn/contract/task-states";
import type { TaskPriority } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import type { AccessedProject } from "#server/domain/members/require-project.ts";
import { holdService } from "#server/domain/services/hold-service.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { moverOf } from "./record-task-events.ts";
import { takeNumbers } from "./take-numbers.ts";
import { insertTaskEvents } from "./task-events.store.ts";
import { takeRanks } from "./task-lanes.store.ts";
import { toCriteria } from "./task-values.ts";
import { holdMember, insertTasks, type TaskRow } from "./tasks.store.ts";

/** A task that is brought in from elsewhere; its texts are checked already. */
export interface BroughtTask {
  title: string;
  description: string;
  criteria: readonly { text: string; done: boolean }[];
  state: TaskState;
  priority: TaskPriority;
  labels: string[];
  /** Passed over when they are gone by now. */
  serviceId: string | null;
  assigneeId: string | null;
  originUrl: string | null;
  originKey: string | null;
  /** Null for now. */
  createdAt: Date | null;
}

/**
 * Writes several tasks within the transaction `tx`, in their order, and answers their ids. Like `createTask`, it locks the
 * product's row first. The caller has checked the right to write tasks.
 */
export async function writeTasks(
  ctx: Ctx,
  tx: Db,
  project: AccessedProject,
  given: readonly BroughtTask[],
): Promise<string[]> {
  if (given.length === 0) return [];
  const { organizationId, projectId } = project;
  const first = await takeNumbers(tx, project, given.length);
  const services = await hold(given, "serviceId", async (id) => (await holdService(tx, project, id)) !== null);
  const people = await hold(given, "assigneeId", (id) => holdMember(tx, organizationId, id));
  const ranks = await takeLaneRanks(tx, project, given);
  const createdBy = ctx.actor.kind === "user" ? ctx.actor.userId : null;
  const rows = given.map(({ criteria, createdAt, ...task }, at): TaskRow => ({
    ...task,
    taskId: ctx.newId(),
    organizationId,
    projectId,
    projectTaskId: first + at,
    acceptanceCriteria: toCriteria(
      criteria.map((criterion) => ({ ...criterion, id: undefined })),
      ctx.newId,
    ),
    rank: ranks[at] ?? "",
    parentId: null,
    serviceId: services.has(task.serviceId) ? task.serviceId : null,
    assigneeId: people.has(task.assigneeId) ? task.assigneeId : null,
    createdBy,
    createdAt: createdAt ?? ctx.now(),
    updatedAt: ctx.now(),
  }));
  await insertTasks(tx, rows);
  const common = { organizationId, by: moverOf(ctx), actorId: createdBy, createdAt: ctx.now() };
  const created = { ...common, field: "created", from: null } as const;
  await insertTaskEvents(
    tx,
    rows.map(({ taskId, title }) => ({ ...created, taskId, to: title, eventId: ctx.newId() })),
  );
  return rows.map(({ taskId }) => taskId);
}

/** Those that are there, and stay until the transaction ends; in one order, so that nobody waits in a circle. */
async function hold(
  given: readonly BroughtTask[],
  field: "serviceId" | "assigneeId",
  isThere: (id: string) => Promise<boolean>,
): Promise<Set<string | null>> {
  const held = new Set<string | null>();
  const ids = new Set(given.flatMap((task) => task[field] ?? []));
  for (const id of [...ids].toSorted()) if (await isThere(id)) held.add(id);
  return held;
}

/** At the edge of each lane where new tasks go, in the order in which they are given. */
async function takeLaneRanks(tx: Db, project: AccessedProject, given: readonly BroughtTask[]): Promise<string[]> {
  const ranks: string[] = [];
  for (const [state, places] of Map.groupBy(given.keys(), (at) => given[at]?.state)) {
    if (state === undefined) throw notFound("State");
    const taken = await takeRanks(tx, project, { state, edge: landingEdge(state), count: places.length });
    for (const [at, place] of places.entries()) ranks[place] = taken[at] ?? "";
  }
  return ranks;
}
