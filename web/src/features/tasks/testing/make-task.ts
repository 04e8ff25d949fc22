import { taskStates } from "@cairn/contract/task-states";
import type { TaskState } from "@cairn/contract/task-states";
import { toTaskCard } from "@cairn/contract/tasks";
import type { Task, TaskBoard } from "@cairn/contract/tasks";

import { sampleId } from "#web/testing/sample.ts";

/** A task by number, "FB-1" and so on, which stands in its lane by its number. */
export function makeTask(number: number, change: Partial<Task> = {}): Task {
  return {
    taskId: sampleId(number),
    projectId: sampleId(1),
    projectTaskId: number,
    name: `FB-${number}`,
    title: `Task ${number}`,
    state: "todo",
    rank: String(number).padStart(6, "0"),
    priority: "none",
    labels: [],
    service: null,
    assignee: null,
    blockedBy: [],
    isBlocked: false,
    parent: null,
    subtasks: { done: 0, total: 0 },
    isRunning: false,
    runSince: null,
    recommended: false,
    createdAt: "2026-03-02T09:30:00.000Z",
    updatedAt: "2026-03-02T09:30:00.000Z",
    description: "",
    acceptanceCriteria: [],
    originUrl: null,
    creator: null,
    ...change,
  };
}

/** The board of these tasks; archived ones only where they are asked for. */
export function makeBoard(tasks: readonly Task[], hasArchived = false): TaskBoard {
  const lanes = taskStates.map((state) => [state, tasks.filter((task) => task.state === state)] as const);
  const shown = lanes.flatMap(([state, inLane]) => (state === "archived" && !hasArchived ? [] : inLane));
  const totals = Object.fromEntries(lanes.map(([state, inLane]) => [state, inLane.length]));
  return { cards: shown.map(toTaskCard), totals: totals as Record<TaskState, number> };
}
