import { canMoveTask, taskStates } from "@cairn/contract/task-states";
import type { TaskState } from "@cairn/contract/task-states";

/** The states that a person may move every one of these tasks to, without one that they are all in already. */
export function allowedStates(tasks: readonly { state: TaskState }[]): TaskState[] {
  return taskStates.filter(
    (to) =>
      tasks.some(({ state }) => state !== to) &&
      tasks.every(({ state }) => canMoveTask({ from: state, to, by: "person" })),
  );
}
