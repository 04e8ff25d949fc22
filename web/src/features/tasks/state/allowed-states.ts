import { canMoveTask, explainRefusedMove, taskStates } from "@cairn/contract/task-states";
import type { TaskState } from "@cairn/contract/task-states";

/** A task as its moves depend on it; `isRunning` where a run works on it. */
interface MovableTask {
  state: TaskState;
  isRunning?: boolean;
}

/** The states that a person may move every one of these tasks to, without one that they are all in already. */
export function allowedStates(tasks: readonly MovableTask[]): TaskState[] {
  return taskStates.filter(
    (to) =>
      tasks.some(({ state }) => state !== to) &&
      tasks.every(({ state, isRunning = false }) => canMoveTask({ from: state, to, by: "person", isRunning })),
  );
}

/** Why a person may not move all of these tasks there, by the first one that stays; null where they may. */
export function refusalOfMove(tasks: readonly (MovableTask & { name: string })[], to: TaskState): string | null {
  const requestOf = ({ state: from, isRunning = false }: MovableTask) =>
    ({ from, to, by: "person", isRunning }) as const;
  const refused = tasks.find((task) => !canMoveTask(requestOf(task)));
  if (!refused) return null;
  const reason = explainRefusedMove(requestOf(refused));
  return tasks.length > 1 ? `${refused.name}: ${reason}` : reason;
}
