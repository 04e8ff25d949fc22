import type { TaskState } from "@cairn/contract/task-states";
import { expect, it } from "vitest";

import { actedOn, keepShown, noSelection, selectLane, selectRange, toggleTask } from "./selection.ts";

const laneOf = (state: TaskState, ...taskIds: string[]) => ({
  state,
  cards: taskIds.map((taskId) => ({ taskId, state })),
});
const lanes = [laneOf("todo", "a", "b", "c", "d"), laneOf("done", "x", "y")];
const idsOf = ({ taskIds }: { taskIds: ReadonlySet<string> }) => [...taskIds].toSorted().join("");

it("grows and shrinks task by task", () => {
  const both = toggleTask(toggleTask(noSelection, "a"), "x");
  expect(idsOf(both)).toBe("ax");
  expect(idsOf(toggleTask(both, "a"))).toBe("x");
});

it("takes a range in both directions, and again from the same anchor", () => {
  const anchored = toggleTask(noSelection, "c");
  expect(idsOf(selectRange(anchored, lanes, "a"))).toBe("abc");
  expect(idsOf(selectRange(selectRange(anchored, lanes, "a"), lanes, "d"))).toBe("cd");
});

it("keeps what was chosen in other lanes; a range does not cross them", () => {
  const anchored = toggleTask(toggleTask(noSelection, "y"), "b");
  expect(idsOf(selectRange(anchored, lanes, "c"))).toBe("bcy");
  expect(idsOf(selectRange(toggleTask(noSelection, "a"), lanes, "y"))).toBe("ay");
});

it("takes a whole lane", () => {
  expect(idsOf(selectLane(laneOf("done", "x", "y"), "y"))).toBe("xy");
});

it("lets go of what is hidden", () => {
  const chosen = toggleTask(toggleTask(noSelection, "a"), "gone");
  expect(idsOf(keepShown(chosen, lanes))).toBe("a");
  const all = toggleTask(noSelection, "a");
  expect(keepShown(all, lanes)).toBe(all);
});

it("acts on the chosen ones in the order of the board, or on one that is not among them", () => {
  const chosen = toggleTask(toggleTask(noSelection, "x"), "b");
  expect(actedOn(chosen, lanes, "b")).toEqual(["b", "x"]);
  expect(actedOn(chosen, lanes, "a")).toEqual(["a"]);
});
