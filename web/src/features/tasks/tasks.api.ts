import type { CallOf, OutputOf } from "@cairn/contract/endpoint";
import { compareTasks } from "@cairn/contract/task-order";
import {
  createTask,
  deleteTasks,
  getTask,
  getTaskBoard,
  getTaskNeighbours,
  listTaskEvents,
  listTasks,
  maxTasksAtOnce,
  toTaskCard,
  updateCriterion,
  updateTask,
  updateTasks,
} from "@cairn/contract/tasks";
import type { Task, TaskBoard, TaskCard, TaskFilters } from "@cairn/contract/tasks";
import { outcomes } from "@cairn/contract/texts";
import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";

export type TaskInput = NonNullable<CallOf<typeof createTask>["body"]>;
export type TaskChange = NonNullable<CallOf<typeof updateTask>["body"]>;
export type TasksChange = Omit<NonNullable<CallOf<typeof updateTasks>["body"]>, "taskIds">;

const pageSize = 50;

/** The cards of the board; archived ones only where they are shown. */
export function boardQuery(key: ProjectKey, { hasArchived }: { hasArchived: boolean }) {
  return queryOptions({
    ...endpointQuery(getTaskBoard, { params: key, query: { archived: hasArchived ? "true" : "false" } }),
    // The lanes stay while the archive is fetched.
    placeholderData: keepPreviousData,
  });
}

/** One page of the tasks, newest first. */
export function tasksQuery(
  key: ProjectKey,
  { page, filters, limit = pageSize }: { page: number; filters: TaskFilters; limit?: number },
) {
  return queryOptions({
    ...endpointQuery(listTasks, { params: key, query: { page, limit, ...filters } }),
    placeholderData: keepPreviousData,
  });
}

export function taskQuery(key: ProjectKey, taskId: string) {
  return endpointQuery(getTask, { params: { ...key, taskId } });
}

/** The tasks before and after one, in the order of the board. */
export function neighboursQuery(key: ProjectKey, taskId: string) {
  return endpointQuery(getTaskNeighbours, { params: { ...key, taskId } });
}

/** Who changed what, newest first. */
export function taskEventsQuery(key: ProjectKey, taskId: string) {
  return endpointQuery(listTaskEvents, { params: { ...key, taskId }, query: {} });
}

/**
 * Loads the pages of tasks and what stands beside one again. The board is changed by hand, because it is too large to be
 * loaded for each change.
 */
export function refreshTaskLists(): void {
  void queryClient.invalidateQueries({ queryKey: endpointKey(listTasks) });
  void queryClient.invalidateQueries({ queryKey: endpointKey(getTaskNeighbours) });
}

/** Loads the board again, where it may be wrong. */
export function refreshBoards(): void {
  void queryClient.invalidateQueries({ queryKey: endpointKey(getTaskBoard) });
}

/** Puts what the server answered where it is shown, and loads again what depends on it. */
function keepTask(key: ProjectKey, task: Task): void {
  storeTask(key, task);
  changeBoards(
    (cards) => [...cards.filter(({ taskId }) => taskId !== task.taskId), toTaskCard(task)].toSorted(compareTasks),
    [key.projectId],
  );
  refreshTaskLists();
}

/** Puts a task that the server answered where it is shown by itself. */
export function storeTask(key: ProjectKey, task: Task): void {
  queryClient.setQueryData(taskQuery(key, task.taskId).queryKey, task);
  void queryClient.invalidateQueries({ queryKey: taskEventsQuery(key, task.taskId).queryKey });
}

/**
 * Changes the cards of every board that was loaded, and its counts with them; with ids and slugs of a product the boards
 * of that product alone.
 */
export function changeBoards(
  change: (cards: TaskBoard["cards"]) => TaskBoard["cards"],
  productNames?: readonly string[],
): void {
  const isOfProduct = ({ queryKey }: { queryKey: readonly unknown[] }) => {
    const { params } = queryKey[1] as { params: ProjectKey };
    return productNames === undefined || productNames.includes(params.projectId);
  };
  const filters = { queryKey: endpointKey(getTaskBoard), predicate: isOfProduct };
  queryClient.setQueriesData<OutputOf<typeof getTaskBoard>>(filters, (board) => {
    if (!board) return board;
    const cards = change(board.cards);
    return { cards, totals: countLanes(board, cards) };
  });
}

/** How many tasks each lane has when these are the cards of the board, with those that were never loaded. */
export function countLanes({ cards: before, totals }: TaskBoard, cards: readonly TaskCard[]): TaskBoard["totals"] {
  const counts = { ...totals };
  for (const { state } of before) counts[state] -= 1;
  for (const { state } of cards) counts[state] += 1;
  return counts;
}

export function useCreateTask(key: ProjectKey) {
  return useMutation({
    mutationFn: (body: TaskInput) => call(createTask, { params: key, body }),
    onSuccess: (task) => keepTask(key, task),
    meta: { success: "Task created", failure: "Could not create task" },
  });
}

/** A change that rests on the one before, as a tick of a criterion that was just added, is sent once that was answered. */
const inTurn = (taskId: string) => ({ scope: { id: `task-${taskId}` } });

/** Changes fields of a task where the screen itself shows that they were saved. */
export function useSaveTask(key: ProjectKey, taskId: string, field: string) {
  return useMutation({
    ...inTurn(taskId),
    mutationFn: (body: TaskChange) => call(updateTask, { params: { ...key, taskId }, body }),
    onSuccess: (task) => keepTask(key, task),
    meta: { failure: `Could not update ${field}` },
  });
}

/** Ticks or words one criterion, so that what others do to the rest meanwhile stays. */
export function useSaveCriterion(key: ProjectKey, taskId: string) {
  return useMutation({
    ...inTurn(taskId),
    mutationFn: ({ criterionId, ...body }: { criterionId: string; done?: boolean; text?: string }) =>
      call(updateCriterion, { params: { ...key, taskId, criterionId }, body }),
    onSuccess: (task) => keepTask(key, task),
    // Another one may have been removed meanwhile.
    onError: () => void queryClient.invalidateQueries({ queryKey: taskQuery(key, taskId).queryKey }),
    meta: { failure: "Could not update acceptance criteria" },
  });
}

/** Changes fields of a task. `field` names what the toast is about. */
export function useUpdateTask(key: ProjectKey, taskId: string, field: string) {
  return useMutation({
    mutationFn: (body: TaskChange) => call(updateTask, { params: { ...key, taskId }, body }),
    onSuccess: (task) => keepTask(key, task),
    meta: { success: `${field} updated`, failure: `Could not update ${field.toLowerCase()}` },
  });
}

/** Changes several tasks, in as many calls as their number needs. Returns those that were changed, and the refused ones. */
export async function sendTasksChange(
  key: ProjectKey,
  taskIds: readonly string[],
  change: TasksChange,
): Promise<OutputOf<typeof updateTasks>> {
  const result: OutputOf<typeof updateTasks> = { tasks: [], refused: [] };
  for (const part of inParts(taskIds)) {
    const { tasks, refused } = await call(updateTasks, { params: key, body: { taskIds: part, ...change } });
    // The server returns all of them as they are now.
    const isRefused = new Set(refused.map(({ taskId }) => taskId));
    result.tasks.push(...tasks.filter(({ taskId }) => !isRefused.has(taskId)));
    result.refused.push(...refused);
  }
  return result;
}

/** Not more tasks than one call takes. */
function inParts(taskIds: readonly string[]): string[][] {
  const count = Math.ceil(taskIds.length / maxTasksAtOnce);
  return Array.from({ length: count }, (_unused, part) =>
    taskIds.slice(part * maxTasksAtOnce, (part + 1) * maxTasksAtOnce),
  );
}

/** "FB-9, FB-12: Somebody has moved it": the names of those that stayed as they were, once for each reason. */
export function sayRefusals(refused: readonly { name: string | null; message: string }[]): string {
  return [...Map.groupBy(refused, ({ message }) => message)]
    .map(([message, tasks]) => `${tasks.map(({ name }) => name ?? "A deleted task").join(", ")}: ${message}`)
    .join(" ");
}

const assigneeFailure = "Could not update assignee";

/** Gives several tasks to a member, or to nobody. */
export function useAssignTasks(key: ProjectKey) {
  return useMutation({
    mutationFn: ({ taskIds, assignee }: { taskIds: readonly string[]; assignee: string | null }) =>
      sendTasksChange(key, taskIds, { assignee }),
    onSuccess: ({ tasks, refused }) => {
      const byId = new Map(tasks.map((task) => [task.taskId, toTaskCard(task)]));
      changeBoards((cards) => cards.map((card) => byId.get(card.taskId) ?? card));
      const total = tasks.length + refused.length;
      if (refused.length === 0) return showToast({ kind: "success", title: "Assignee updated" });
      const title = tasks.length === 0 ? assigneeFailure : `Assignee of ${tasks.length} of ${total} tasks updated`;
      showToast({ kind: "error", title, description: sayRefusals(refused) });
    },
    onSettled: refreshTaskLists,
    meta: { failure: assigneeFailure },
  });
}

/** Deletes several at once. */
export function useDeleteTasks(key: ProjectKey) {
  return useMutation({
    mutationFn: async (taskIds: readonly string[]) => {
      for (const part of inParts(taskIds)) await call(deleteTasks, { params: key, body: { taskIds: part } });
    },
    onSuccess: (_nothing, taskIds) => {
      const isGone = new Set(taskIds);
      changeBoards((cards) => cards.filter((card) => !isGone.has(card.taskId)));
      refreshTaskLists();
    },
    meta: { failure: outcomes.taskDelete.failure },
  });
}
