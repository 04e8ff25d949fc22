import { z } from "zod";

/** In the order of a board's lanes. */
export const taskStates = ["backlog", "todo", "in-progress", "in-review", "done", "archived"] as const;
export const taskStateSchema = z.enum(taskStates);
export type TaskState = z.infer<typeof taskStateSchema>;

/** Of a task that was created without one. */
export const defaultTaskState: TaskState = "backlog";

export const taskStateNames = {
  backlog: "Backlog",
  todo: "Todo",
  "in-progress": "In Progress",
  "in-review": "In Review",
  done: "Done",
  archived: "Archived",
} as const satisfies Record<TaskState, string>;

/** Who moves a task: a member, this server because of a run, or an agent that a member lets work. */
export type TaskMover = "person" | "system" | "agent";

interface TaskMove {
  from: TaskState;
  to: TaskState;
  by: readonly TaskMover[];
  /** Only while no run works on the task; whoever the run belongs to would move it back. */
  isOnlyWithoutRun?: true;
}

/** Every move there is. Staying is always allowed and is no move. */
const taskMoves: readonly TaskMove[] = [
  { from: "backlog", to: "todo", by: ["person", "agent"] },
  { from: "todo", to: "backlog", by: ["person", "agent"] },
  // By the system: a run starts.
  { from: "todo", to: "in-progress", by: ["person", "system", "agent"] },
  // By the system: the run was stopped or failed, and nothing else is there to review.
  { from: "in-progress", to: "todo", by: ["system"] },
  { from: "in-progress", to: "todo", by: ["person", "agent"], isOnlyWithoutRun: true },
  // The run completed.
  { from: "in-progress", to: "in-review", by: ["system"] },
  // The run revises what was reviewed.
  { from: "in-review", to: "in-progress", by: ["system"] },
  // The last change that could be reviewed was discarded.
  { from: "in-review", to: "todo", by: ["system"] },
  // By the system: the change was merged. A person may say so as well; the implementation then stays as it is.
  { from: "in-review", to: "done", by: ["person", "system"] },
  { from: "backlog", to: "archived", by: ["person"] },
  { from: "todo", to: "archived", by: ["person"] },
  { from: "done", to: "archived", by: ["person"] },
  { from: "archived", to: "backlog", by: ["person"] },
];

/** Who wants to move a task that stands in `from`. */
export interface TaskMoveRequest {
  from: TaskState;
  by: TaskMover;
  /** Whether a run works on the task now; false where it is not given. */
  isRunning?: boolean;
}

/** Whether the task may go to the lane `to`. A task may always stay where it is. */
export function canMoveTask({ from, to, by, isRunning = false }: TaskMoveRequest & { to: TaskState }): boolean {
  if (from === to) return true;
  return taskMoves.some(
    (move) => move.from === from && move.to === to && move.by.includes(by) && !(move.isOnlyWithoutRun && isRunning),
  );
}

/** The lanes that the task may go to, without its own, in the order of the board. */
export function listTaskMoves(request: TaskMoveRequest): TaskState[] {
  return taskStates.filter((to) => to !== request.from && canMoveTask({ ...request, to }));
}

/** What a person reads about a move that is not allowed: why, and where the task could go instead. */
export function explainRefusedMove(request: TaskMoveRequest & { to: TaskState }): string {
  const { from, to, by, isRunning = false } = request;
  if (isRunning && canMoveTask({ from, to, by })) {
    return `A run works on this task. Stop it before you move the task to ${taskStateNames[to]}.`;
  }
  const others = listTaskMoves(request).map((state) => taskStateNames[state]);
  const refusal = `A task in ${taskStateNames[from]} can't be moved to ${taskStateNames[to]}`;
  if (others.length === 0) return `${refusal}; it stays there.`;
  return `${refusal}, only to ${others.join(" or ")}.`;
}

/**
 * Where a task stands in a lane that it came to without a place of its own: work waits behind what was there, and what
 * is over is found on top.
 */
export function landingEdge(state: TaskState): "start" | "end" {
  return state === "done" || state === "archived" ? "start" : "end";
}

/** Whether a task in this state no longer holds up those that wait for it. */
export function isTaskOver(state: TaskState): boolean {
  return state === "done" || state === "archived";
}
