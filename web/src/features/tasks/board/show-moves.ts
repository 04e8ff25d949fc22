import { canMoveTask, explainRefusedMove, taskStateNames } from "@cairn/contract/task-states";
import type { TaskState } from "@cairn/contract/task-states";
import type { TaskCard } from "@cairn/contract/tasks";
import { outcomes } from "@cairn/contract/texts";

import { sayRefusals } from "#web/features/tasks/tasks.api.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";

import type { MovesResult } from "./move-tasks.api.ts";

type MovedTask = Pick<TaskCard, "taskId" | "name" | "state">;

interface EndedMove {
  /** All that were to be moved, as they were before. */
  taken: readonly MovedTask[];
  to: TaskState;
  result: MovesResult;
  /** Puts these back. */
  onUndo: (taskIds: readonly string[]) => void;
}

/** Says how many tasks were moved and why others were not, and offers to take back what can be; returns that. */
export function showMoves({ taken, to, result, onUndo }: EndedMove): (() => void) | null {
  const wentIds = new Set(result.tasks.map(({ taskId }) => taskId));
  const went = taken.filter(({ taskId }) => wentIds.has(taskId));
  const refusals = explainRefusals(taken, result.refused);
  if (went.length === 0) {
    showToast({ kind: "error", title: outcomes.taskState.failure, description: refusals });
    return null;
  }
  const returning = listReturning(went, to);
  const undo = returning.length === 0 ? null : () => onUndo(returning.map(({ taskId }) => taskId));
  const isPartial = result.refused.length > 0;
  showToast({
    // What was refused is to be read, so it stays.
    kind: isPartial ? "error" : "success",
    title: `${nameMoved(went.length, taken)} moved to ${taskStateNames[to]}`,
    description: [refusals, explainUndo(went, returning, to)].filter(Boolean).join(" ") || undefined,
    action: undo ? { label: "Undo", onSelect: undo } : undefined,
  });
  return undo;
}

/** Those that a person may move back from there. */
function listReturning(went: readonly MovedTask[], from: TaskState): MovedTask[] {
  return went.filter(({ state }) => canMoveTask({ from, to: state, by: "person" }));
}

function nameMoved(count: number, taken: readonly MovedTask[]): string {
  if (count < taken.length) return `${count} of ${taken.length} tasks`;
  return taken.length === 1 ? (taken[0]?.name ?? "") : `${taken.length} tasks`;
}

/** Why tasks stayed, with their names as far as they are among the `taken` ones. */
export function explainRefusals(taken: readonly MovedTask[], refused: MovesResult["refused"]): string {
  const nameOf = (taskId: string) => taken.find((task) => task.taskId === taskId)?.name ?? null;
  return sayRefusals(refused.map(({ taskId, name, message }) => ({ name: name ?? nameOf(taskId), message })));
}

/** What a way back leaves out; empty where it takes back all. */
function explainUndo(went: readonly MovedTask[], returning: readonly MovedTask[], to: TaskState): string {
  const stuck = went.filter((task) => !returning.includes(task));
  if (stuck.length === 0) return "";
  const [first] = stuck;
  const why = first ? explainRefusedMove({ from: to, to: first.state, by: "person" }) : "";
  if (returning.length === 0) return `No undo. ${why}`;
  return `Undo leaves ${stuck.map(({ name }) => name).join(", ")} there. ${why}`;
}
