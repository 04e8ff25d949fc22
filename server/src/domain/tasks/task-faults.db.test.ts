import { AppError } from "@cairn/contract/errors";
import type { TaskState } from "@cairn/contract/task-states";
import type { Task } from "@cairn/contract/tasks";
import { afterAll, beforeAll, expect, it } from "vitest";

import { deleteService } from "#server/domain/services/delete-service.ts";
import { createTestWorld, makeProject, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

import { createTask } from "./create-task.ts";
import { deleteTask } from "./delete-task.ts";
import { getTaskBoard } from "./get-task-board.ts";
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
