import { expect, it } from "vitest";

import { allowedStates } from "./allowed-states.ts";

it("are those that every one of the tasks may go to", () => {
  expect(allowedStates([{ state: "todo" }])).toEqual(["backlog", "in-progress", "archived"]);
  expect(allowedStates([{ state: "todo" }, { state: "backlog" }])).toEqual(["backlog", "todo", "archived"]);
  expect(allowedStates([{ state: "in-review" }, { state: "backlog" }])).toEqual([]);
  expect(allowedStates([])).toEqual([]);
});
