import type { TaskState } from "@cairn/contract/task-states";

/** Who works on a task shows in every state but those in which it waits for somebody. */
export function isAssigneeShown(state: TaskState): boolean {
  return state !== "todo" && state !== "in-review";
}
