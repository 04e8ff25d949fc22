import { AppError } from "@cairn/contract/errors";
import type { TaskState } from "@cairn/contract/task-states";
import type { Task } from "@cairn/contract/tasks";
import { afterAll, beforeAll, expect, it } from "vitest";

import { deleteService } from "#server/domain/services/delete-service.ts";
import { createTestWorld, makeProject, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

import { createTask } from "./create-task.ts";
import { deleteTask } from "./delete-task.ts";
import { getTaskBoard } from "./get-task-board.ts";
import { getTask } from "./get-task.ts";
import { updateCriterion } from "./update-criterion.ts";
import { updateTask } from "./update-task.ts";
import { updateTasks } from "./update-tasks.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

it("does what many want of the same tasks at once, or says in words why not", async () => {
  const project = await makeProject(world);
  const { ctx, organizationId, projectId } = project;
  const inProject = { organizationId, projectId };
  for (let round = 0; round < 6; round += 1) {
    const { serviceId } = await makeService(world, project, { name: `api ${round}`, number: round + 1 });
    const all: Task[] = [];
    for (let n = 0; n < 5; n += 1)
      all.push(
        await createTask(ctx, { ...inProject, title: `Task ${n}`, state: "todo", ...(n % 2 === 0 && { serviceId }) }),
      );
    const idOf = (n: number) => all[n % all.length]?.taskId ?? "";
    const taskIds = all.map(({ taskId }) => taskId);
    const update = (
      n: number,
      change: { title?: string; state?: TaskState; blockedBy?: string[]; parentId?: string; beforeTaskId?: string },
    ) => updateTask(ctx, { ...inProject, taskId: idOf(n), ...change });
    const wanted = [
      update(0, { state: "in-progress", beforeTaskId: idOf(1) }),
      update(0, { state: "backlog" }),
      update(0, { title: "Another title" }),
      update(1, { blockedBy: [idOf(0), idOf(2)] }),
      update(2, { blockedBy: [idOf(1)] }),
      update(3, { beforeTaskId: idOf(0) }),
      update(4, { parentId: idOf(round) }),
      update(round, { parentId: idOf(2) }),
      updateTasks(ctx, { ...inProject, taskIds, state: "backlog", serviceId }),
      updateTasks(ctx, { ...inProject, taskIds: taskIds.toReversed(), priority: "high" }),
      deleteTask(ctx, { ...inProject, taskId: idOf(round) }),
      deleteTask(ctx, { ...inProject, taskId: idOf(round) }),
      deleteService(ctx, { ...inProject, serviceId }),
    ];
    const refused = (await Promise.allSettled<unknown>(wanted)).flatMap((one) =>
      one.status === "rejected" ? [one.reason as unknown] : [],
    );
    for (const reason of refused) {
      expect(reason).toBeInstanceOf(AppError);
      expect(["not_found", "conflict"]).toContain((reason as AppError).code);
    }
    const { cards } = await getTaskBoard(ctx, { ...inProject, archived: true });
    expect(cards).toHaveLength(4 * (round + 1));
    for (const card of cards) expect(card.service?.serviceId).not.toBe(serviceId);
    const places = cards.map(({ state, rank }) => `${state} ${rank}`);
    expect(new Set(places).size).toBe(places.length);
  }
});

it("loses no criterion where ten people add, tick and remove at once; a list without what it rests on is taken as it is", async () => {
  const project = await makeProject(world);
  const { ctx, organizationId, projectId } = project;
  const inProject = { organizationId, projectId };
  const base = ["keep", "tick", "remove"].map((id) => ({ id, text: id, done: false }));
  const { taskId } = await createTask(ctx, { ...inProject, title: "Many hands", acceptanceCriteria: base });
  const mine = (at: number) => [...base, { id: `added-${at}`, text: `Added ${at}`, done: false }];
  await Promise.all([
    ...Array.from({ length: 8 }, (_unused, at) =>
      updateTask(ctx, { ...inProject, taskId, acceptanceCriteria: mine(at), criteriaBase: base }),
    ),
    updateTask(ctx, { ...inProject, taskId, acceptanceCriteria: base.slice(0, 2), criteriaBase: base }),
    updateCriterion(ctx, { ...inProject, taskId, criterionId: "tick", done: true }),
  ]);
  const { acceptanceCriteria } = await getTask(ctx, { ...inProject, taskId });
  const added = acceptanceCriteria.slice(2).map(({ id }) => id);
  expect(acceptanceCriteria.slice(0, 2)).toEqual([base[0], { id: "tick", text: "tick", done: true }]);
  expect(added.toSorted()).toEqual(Array.from({ length: 8 }, (_unused, at) => `added-${at}`));

  await updateTask(ctx, { ...inProject, taskId, acceptanceCriteria: base });
  expect((await getTask(ctx, { ...inProject, taskId })).acceptanceCriteria).toEqual(base);
  const full = Array.from({ length: 200 }, (_unused, at) => ({ id: String(at), text: String(at), done: false }));
  await updateTask(ctx, { ...inProject, taskId, acceptanceCriteria: full });
  const late = { ...inProject, taskId, acceptanceCriteria: mine(9), criteriaBase: base };
  await expect(updateTask(ctx, late)).rejects.toThrow("a task can't have more than 200");
});
