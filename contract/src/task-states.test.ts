import { expect, it } from "vitest";

import {
  canMoveTask,
  explainRefusedMove,
  listTaskMoves,
  taskStates,
  type TaskMover,
  type TaskState,
} from "./task-states.ts";

/** Where each may move a task to, typed here a second time on purpose. */
const moves: Record<TaskMover, Record<TaskState, string>> = {
  person: {
    backlog: "todo archived",
    todo: "backlog in-progress archived",
    "in-progress": "todo",
    "in-review": "done",
    done: "archived",
    archived: "backlog",
  },
  system: {
    backlog: "",
    todo: "in-progress",
    "in-progress": "todo in-review",
    "in-review": "todo in-progress done",
    done: "",
    archived: "",
  },
  agent: {
    backlog: "todo",
    todo: "backlog in-progress",
    "in-progress": "todo",
    "in-review": "",
    done: "",
    archived: "",
  },
};
const movers = Object.keys(moves) as TaskMover[];

it.each(movers.flatMap((by) => taskStates.map((from) => [by, from] as const)))(
  "the %s moves a task out of %s only where the table says",
  (by, from) => {
    expect(listTaskMoves({ from, by }).join(" ")).toBe(moves[by][from]);
    expect(canMoveTask({ from, to: from, by })).toBe(true);
  },
);

it("leaves a task on which a run works to the run, and to nobody else", () => {
  const back = { from: "in-progress", to: "todo", isRunning: true } as const;
  expect(movers.filter((by) => canMoveTask({ ...back, by }))).toEqual(["system"]);
  expect(explainRefusedMove({ ...back, by: "person" })).toBe(
    "A run works on this task. Stop it before you move the task to Todo.",
  );
});

it("says where a task could go instead", () => {
  const explain = (from: TaskState, to: TaskState) => explainRefusedMove({ from, to, by: "person" });
  expect(explain("done", "todo")).toBe("A task in Done can't be moved to Todo, only to Archived.");
  expect(explain("todo", "done")).toBe(
    "A task in Todo can't be moved to Done, only to Backlog or In Progress or Archived.",
  );
  expect(explainRefusedMove({ from: "done", to: "todo", by: "agent" })).toBe(
    "A task in Done can't be moved to Todo; it stays there.",
  );
});
