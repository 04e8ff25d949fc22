import { canMoveTask, explainRefusedMove, taskStates } from "@cairn/contract/task-states";
import type { TaskState } from "@cairn/contract/task-states";

/** The states that a person may move every one of these tasks to, without one that they are all in already. */
export function allowedStates(tasks: readonly { state: TaskState }[]): TaskState[] {
  return taskStates.filter(
    (to) =>
      tasks.some(({ state }) => state !== to) &&
      tasks.every(({ state }) => canMoveTask({ from: state, to, by: "person" })),
  );
}

/** Why a person may not move all of these tasks there, by the first one that stays; null where they may. */
export function refusalOfMove(tasks: readonly { name: string; state: TaskState }[], to: TaskState): string | null {
  const refused = tasks.find(({ state }) => !canMoveTask({ from: state, to, by: "person" }));
  if (!refused) return null;
  const reason = explainRefusedMove({ from: refused.state, to, by: "person" });
  return tasks.length > 1 ? `${refused.name}: ${reason}` : reason;
}
