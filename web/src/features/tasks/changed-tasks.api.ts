import { compareTasks } from "@cairn/contract/task-order";
import { isTaskOver } from "@cairn/contract/task-states";
import { getTaskBoard, toTaskCard } from "@cairn/contract/tasks";
import type { Task, TaskCard } from "@cairn/contract/tasks";

import { endpointKey } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

import { noteDeleted } from "./deleted-tasks.ts";
import { changeBoards } from "./tasks.api.ts";

/** What the server said about tasks of a product. */
export interface ChangedTasks {
  /** Created or changed, as they are now. */
  tasks: readonly Task[];
  deletedIds: readonly string[];
}

/**
 * Puts what became of tasks of a product, given by its id and slug, into its boards, which are too large to be loaded
 * again for each change.
 */
export function applyChangedTasks(news: ChangedTasks, productNames: readonly string[]): void {
  noteDeleted(news.deletedIds);
  const boardKey = { queryKey: endpointKey(getTaskBoard) };
  // An answer that is on its way may be older than the news.
  if (queryClient.isFetching(boardKey) > 0) void queryClient.invalidateQueries(boardKey);
  else changeBoards((cards) => applyToCards(cards, news), productNames);
}

/** The cards of a board after the news, in order. */
export function applyToCards(cards: readonly TaskCard[], { tasks, deletedIds }: ChangedTasks): TaskCard[] {
  const isChanged = new Set([...tasks.map(({ taskId }) => taskId), ...deletedIds]);
  const kept = cards.filter(({ taskId }) => !isChanged.has(taskId));
  const sorted = [...kept, ...tasks.map(toTaskCard)].toSorted(compareTasks);
  const openIds = new Set(sorted.filter(({ state }) => !isTaskOver(state)).map(({ taskId }) => taskId));
  const isGone = new Set(deletedIds);
  return sorted.map((card) => {
    if (!card.blockedBy.some((id) => isChanged.has(id))) return card;
    const blockedBy = card.blockedBy.filter((id) => !isGone.has(id));
    return { ...card, blockedBy, isBlocked: blockedBy.some((id) => openIds.has(id)) };
  });
}
