import { expect, it } from "vitest";

import { allowedStates, refusalOfMove } from "./allowed-states.ts";

it("are those that every one of the tasks may go to", () => {
  expect(allowedStates([{ state: "todo" }])).toEqual(["backlog", "in-progress", "archived"]);
  expect(allowedStates([{ state: "todo" }, { state: "backlog" }])).toEqual(["backlog", "todo", "archived"]);
  expect(allowedStates([{ state: "in-review" }, { state: "backlog" }])).toEqual([]);
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
