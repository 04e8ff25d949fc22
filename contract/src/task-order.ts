import { taskStates, type TaskState } from "./task-states.ts";
import type { Task, TaskFilters } from "./tasks.ts";

interface RankedTask {
  taskId: string;
  state: TaskState;
  rank: string;
}

/** The order of a board: lane by lane, within a lane by rank, those of equal rank by id. */
export function compareTasks(one: RankedTask, other: RankedTask): number {
  const lanes = taskStates.indexOf(one.state) - taskStates.indexOf(other.state);
  return lanes || compareTexts(one.rank, other.rank) || compareTexts(one.taskId, other.taskId);
}

/** By the numbers of the characters, as the database compares. */
function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/**
 * The task that is recommended among all cards of a board: the first of Todo that nothing blocks; null where there is
 * none. For a page that moved a card and has not heard from the server yet.
 */
export function findRecommended<T extends RankedTask & { isBlocked: boolean }>(cards: readonly T[]): T | null {
  const open = cards.filter(({ state, isBlocked }) => state === "todo" && !isBlocked);
  return open.toSorted(compareTasks)[0] ?? null;
}

/**
 * Whether a task is in the list that these filters give. A board has no descriptions, so there the text is looked for in
 * title and name alone.
 */
export function matchesFilters(
  task: Pick<Task, "title" | "name" | "state" | "service" | "assignee" | "parent"> & { description?: string },
  { state, serviceId, assignee, parentId, text }: TaskFilters,
): boolean {
  if (state !== undefined && !state.includes(task.state)) return false;
  if (serviceId !== undefined && (task.service?.serviceId ?? "none") !== serviceId) return false;
  if (assignee !== undefined && (task.assignee?.userId ?? "none") !== assignee) return false;
  if (parentId !== undefined && (task.parent?.taskId ?? "none") !== parentId) return false;
  if (!text) return true;
  const wanted = text.toLowerCase();
  return [task.title, task.name, task.description ?? ""].some((part) => part.toLowerCase().includes(wanted));
}
