import { taskStateSchema, taskStates } from "@cairn/contract/task-states";
import { describe, expect, it } from "vitest";

import {
  applyMove,
  listLanes,
  listPlaces,
  moveToIndex,
  neighbourOf,
  remainingNeighbour,
  reverseMoves,
} from "./lanes.ts";
import type { Lane, LaneCard } from "./lanes.ts";

/** Cards in the form "a:todo". */
const cardsOf = (...texts: string[]): LaneCard[] =>
  texts.map((text) => {
    const [taskId = "", state = "todo"] = text.split(":");
    return { taskId, state: taskStateSchema.parse(state) };
  });
const orderOf = (cards: readonly LaneCard[]) =>
  Object.fromEntries(
    listLanes(cards, taskStates).map(({ state, cards: inLane }) => [state, inLane.map((one) => one.taskId).join("")]),
  );

const board = cardsOf("a", "x:done", "b", "c", "y:done");

describe("lanes", () => {
  it("hold the cards of their state in order, and stay when they are empty", () => {
    expect(orderOf(board)).toMatchObject({ backlog: "", todo: "abc", done: "xy" });
  });
});

describe("a move", () => {
  it.each([
    [["c"], "todo" as const, "a", { todo: "cab", done: "xy" }],
    [["a"], "todo" as const, null, { todo: "bca", done: "xy" }],
    [["b"], "done" as const, "y", { todo: "ac", done: "xby" }],
    [["a", "y"], "backlog" as const, null, { backlog: "ay", todo: "bc", done: "x" }],
    [["gone"], "done" as const, null, { todo: "abc", done: "xy" }],
  ])("of %j to %s before %s", (taskIds, state, beforeId, expected) => {
    expect(orderOf(applyMove(board, { taskIds, state, beforeId }))).toMatchObject(expected);
  });

  it("before a card that has meanwhile gone stands at the end", () => {
    expect(orderOf(applyMove(board, { taskIds: ["a"], state: "done", beforeId: "gone" }))).toMatchObject({
      done: "xya",
    });
  });
});

describe("the place at an index", () => {
  const todo = () => listLanes(board, ["todo"])[0] as Lane<LaneCard>;

  it.each([
    ["where it is", "b", 1, null],
    ["right below where it is", "b", 2, null],
    ["one further down", "b", 3, { taskIds: ["b"], state: "todo", beforeId: null }],
    ["at the top", "b", 0, { taskIds: ["b"], state: "todo", beforeId: "a" }],
    ["from another lane", "x", 1, { taskIds: ["x"], state: "todo", beforeId: "b" }],
  ])("%s", (_name, taskId, index, expected) => {
    expect(moveToIndex(board, todo(), { taskIds: [taskId], index })).toEqual(expected);
  });

  it("below the last shown card is before the hidden one that follows it", () => {
    const shown = { state: "todo", cards: cardsOf("a") } as const;
    expect(moveToIndex(board, shown, { taskIds: ["x"], index: 1 })).toMatchObject({ beforeId: "b" });
    expect(moveToIndex(board, { state: "todo", cards: [] }, { taskIds: ["x"], index: 0 })).toMatchObject({
      beforeId: null,
    });
  });

  it("gathers tasks that stood apart, before the first that stays", () => {
    expect(moveToIndex(board, todo(), { taskIds: ["a", "c"], index: 1 })).toEqual({
      taskIds: ["a", "c"],
      state: "todo",
      beforeId: "b",
    });
  });
});

describe("the places of a move", () => {
  it("are between what stays, each behind the one before", () => {
    expect(listPlaces(board, { taskIds: ["c", "x"], state: "todo", beforeId: "b" })).toEqual([
      { taskId: "c", state: "todo", afterTaskId: "a", beforeTaskId: "b" },
      { taskId: "x", state: "todo", afterTaskId: "c", beforeTaskId: "b" },
    ]);
  });

  it("are the ends of a lane where nothing is", () => {
    expect(listPlaces(board, { taskIds: ["a"], state: "backlog", beforeId: null })).toEqual([
      { taskId: "a", state: "backlog", afterTaskId: null, beforeTaskId: null },
    ]);
  });
});

describe("taking a move back", () => {
  it.each([
    { taskIds: ["b"], state: "done", beforeId: "x" } as const,
    { taskIds: ["a", "c", "x"], state: "backlog", beforeId: null } as const,
    { taskIds: ["c", "b"], state: "todo", beforeId: "a" } as const,
  ])("restores the order after %j", (move) => {
    const back = reverseMoves(board, move);
    expect(orderOf(back.reduce<readonly LaneCard[]>(applyMove, applyMove(board, move)))).toEqual(orderOf(board));
  });
});

describe("keys", () => {
  const lanes = listLanes(cardsOf("a", "b", "c", "x:done"), taskStates);

  it.each([
    ["a", "ArrowUp", undefined],
    ["a", "ArrowDown", "b"],
    ["a", "End", "c"],
    ["c", "Home", "a"],
    ["c", "ArrowRight", "x"],
    ["x", "ArrowLeft", "a"],
    ["x", "ArrowRight", undefined],
    ["gone", "ArrowDown", undefined],
    ["a", "q", undefined],
  ])("from %s by %s", (taskId, key, expected) => {
    expect(neighbourOf(lanes, taskId, key)?.taskId).toBe(expected);
  });

  it.each([
    ["b", ["b"], "c"],
    ["c", ["c"], "b"],
    ["b", ["b", "c"], "a"],
    ["x", ["x"], "a"],
    ["a", ["a", "b", "c"], "x"],
    ["x", ["a", "b", "c", "x"], undefined],
    ["gone", ["gone"], undefined],
  ])("go to what stays nearest when %s leaves with %j", (taskId, leaving, expected) => {
    expect(remainingNeighbour(lanes, taskId, new Set(leaving))?.taskId).toBe(expected);
  });
});
