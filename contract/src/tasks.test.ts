import { describe, expect, it } from "vitest";

import { parseInput } from "./input-messages.ts";
import { compareTasks, findRecommended, matchesFilters } from "./task-order.ts";
import { landingEdge, taskStates, type TaskState } from "./task-states.ts";
import { createTask, taskFiltersSchema, toTaskCard, updateTask, type Task } from "./tasks.ts";

const userId = "7d0c9a52-5d0e-4c7a-9d3b-0f4f5b1f0001";
const serviceId = "7d0c9a52-5d0e-4c7a-9d3b-0f4f5b1f0002";

function task(change: Partial<Task> = {}): Task {
  return {
    taskId: "7d0c9a52-5d0e-4c7a-9d3b-0f4f5b1f0000",
    projectTaskId: 9,
    name: "FB-9",
    title: "Show cancelled sailings",
    description: "Passengers must see why.",
    acceptanceCriteria: [],
    state: "todo",
    rank: "a0",
    priority: "none",
    labels: [],
    service: { serviceId, name: "api" },
    assignee: { userId, firstName: "Ada", lastName: "Okafor" },
    originUrl: null,
    creator: null,
    blockedBy: [],
    projectId: "3b9f1c52-5d0e-4c7a-9d3b-0f4f5b1f0002",
    parent: null,
    subtasks: { done: 0, total: 0 },
    isBlocked: false,
    isRunning: false,
    runSince: null,
    recommended: false,
    createdAt: "2026-11-21T09:00:00.000Z",
    updatedAt: "2026-11-21T09:00:00.000Z",
    ...change,
  };
}

describe("what is written", () => {
  it("takes criteria as plain texts and as what a task shows", () => {
    const given = ["Row shows why", { id: "one", text: " API returns it ", done: true }, { text: "Tested" }];
    expect(createTask.body.parse({ title: "Show", acceptanceCriteria: given }).acceptanceCriteria).toEqual([
      { id: undefined, text: "Row shows why", done: false },
      { id: "one", text: "API returns it", done: true },
      { text: "Tested", done: false },
    ]);
  });

  it("takes a whole task back, and an assignee by id, as a person and as nobody", () => {
    const { acceptanceCriteria, ...spread } = updateTask.body.parse(task());
    expect(spread).toMatchObject({ title: "Show cancelled sailings", state: "todo", assignee: userId });
    expect(acceptanceCriteria).toEqual([]);
    expect(updateTask.body.parse({ assignee: userId })).toEqual({ assignee: userId });
    expect(updateTask.body.parse({ assignee: null })).toEqual({ assignee: null });
  });

  it.each([
    [{ title: "x" }, "Title is too short"],
    [{ title: "x".repeat(129) }, "Title can't be longer than 128 characters"],
    [{ description: "x".repeat(100_001) }, "Description can't be longer than 100,000 characters"],
    [{ acceptanceCriteria: [" "] }, "Criterion can't be empty"],
    [{ acceptanceCriteria: Array.from({ length: 201 }, () => "x") }, "A task can't have more than 200 criteria"],
    [{ acceptanceCriteria: [{ text: "x".repeat(501) }] }, "Criterion can't be longer than 500 characters"],
    [{ labels: ["x".repeat(41)] }, "Label can't be longer than 40 characters"],
  ])("says what is wrong: %#", (body, message) => {
    expect(() => parseInput(updateTask.body, body)).toThrow(message);
  });
});

it("leaves on a card what can be long", () => {
  const criteria = [
    { id: "1", text: "One", done: true },
    { id: "2", text: "Two", done: false },
  ];
  const card = toTaskCard(task({ acceptanceCriteria: criteria }));
  expect(card).toMatchObject({ name: "FB-9", criteria: { done: 1, total: 2 } });
  expect(Object.keys(card)).not.toEqual(expect.arrayContaining(["description"]));
});

describe("the order of a board", () => {
  const at = (state: TaskState, rank: string, taskId = "0", isBlocked = false) => ({ state, rank, taskId, isBlocked });

  it("goes by lane, then by rank as the database compares, then by id", () => {
    const cards = [at("done", "a0"), at("todo", "a1"), at("todo", "Zz"), at("todo", "a0", "2"), at("todo", "a0", "1")];
    const names = cards.toSorted(compareTasks).map(({ state, rank, taskId }) => `${state} ${rank} ${taskId}`);
    expect(names).toEqual(["todo Zz 0", "todo a0 1", "todo a0 2", "todo a1 0", "done a0 0"]);
  });

  it("recommends the first of Todo that nothing blocks", () => {
    const cards = [at("backlog", "a0"), at("todo", "a2", "3"), at("todo", "a0", "1", true), at("todo", "a1", "2")];
    expect(findRecommended(cards)).toMatchObject({ taskId: "2" });
    expect(findRecommended(cards.slice(0, 1))).toBeNull();
  });

  it("puts work behind what waits and what is over on top", () => {
    expect(taskStates.filter((state) => landingEdge(state) === "start")).toEqual(["done", "archived"]);
  });
});

it.each<[Record<string, unknown>, boolean]>([
  [{}, true],
  [{ state: "todo" }, true],
  [{ state: ["done", "backlog"] }, false],
  [{ serviceId }, true],
  [{ serviceId: "none" }, false],
  [{ assignee: userId }, true],
  [{ assignee: "none" }, false],
  [{ text: "CANCELLED" }, true],
  [{ text: "fb-9" }, true],
  [{ text: "must see" }, true],
  [{ text: "tides" }, false],
  [{ state: "todo", text: "tides" }, false],
])("the filters %j take the task: %s", (filters, isTaken) => {
  expect(matchesFilters(task(), taskFiltersSchema.parse(filters))).toBe(isTaken);
});
