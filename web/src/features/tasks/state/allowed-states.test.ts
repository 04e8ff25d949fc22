import type { TaskState } from "@cairn/contract/task-states";
import { expect, it } from "vitest";

import { allowedStates, refusalOfMove } from "./allowed-states.ts";

const inState = (state: TaskState, isRunning = false) => ({ state, isRunning });

it("are those that every one of the tasks may go to", () => {
  expect(allowedStates([inState("todo")])).toEqual(["backlog", "in-progress", "archived"]);
  expect(allowedStates([inState("todo"), inState("backlog")])).toEqual(["backlog", "todo", "archived"]);
  expect(allowedStates([inState("in-review"), inState("backlog")])).toEqual([]);
  expect(allowedStates([inState("in-progress")])).toEqual(["todo"]);
  expect(allowedStates([inState("in-progress", true)])).toEqual([]);
  expect(allowedStates([])).toEqual([]);
});

it("are refused with the reason of the first that stays, by its name where there are several", () => {
  const [done, todo] = [
    { name: "FB-3", state: "done" },
    { name: "FB-9", state: "todo" },
  ] as const;
  expect(refusalOfMove([done, todo], "archived")).toBeNull();
  expect(refusalOfMove([done], "todo")).toBe("A task in Done can't be moved to Todo, only to Archived.");
  expect(refusalOfMove([todo, done], "todo")).toBe("FB-3: A task in Done can't be moved to Todo, only to Archived.");
});
