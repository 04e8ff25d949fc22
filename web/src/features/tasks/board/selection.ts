import { placeOf } from "./lanes.ts";
import type { Lane, LaneCard } from "./lanes.ts";

/** Tasks chosen together. */
export interface Selection {
  taskIds: ReadonlySet<string>;
  /** Where a range begins; null while nothing was chosen. */
  anchorId: string | null;
}

export const noSelection: Selection = { taskIds: new Set(), anchorId: null };

/** Adds a task, or takes it away. The next range begins at it. */
export function toggleTask({ taskIds }: Selection, taskId: string): Selection {
  const next = new Set(taskIds);
  if (!next.delete(taskId)) next.add(taskId);
  return { taskIds: next, anchorId: taskId };
}

/** Chooses everything from the anchor to a task of the same lane; without an anchor in that lane, the task alone. */
export function selectRange(selection: Selection, lanes: readonly Lane<LaneCard>[], taskId: string): Selection {
  const end = placeOf(lanes, taskId);
  const begin = selection.anchorId === null ? null : placeOf(lanes, selection.anchorId);
  if (!end) return selection;
  if (begin?.lane !== end.lane) return { taskIds: new Set(selection.taskIds).add(taskId), anchorId: taskId };
  const cards = lanes[end.lane]?.cards ?? [];
  const range = cards.slice(Math.min(begin.index, end.index), Math.max(begin.index, end.index) + 1);
  const inLane = new Set(cards.map((card) => card.taskId));
  const elsewhere = [...selection.taskIds].filter((one) => !inLane.has(one));
  return {
    taskIds: new Set([...elsewhere, ...range.map((card) => card.taskId)]),
    anchorId: selection.anchorId,
  };
}

/** Every task of a lane. */
export function selectLane(lane: Lane<LaneCard>, anchorId: string): Selection {
  return { taskIds: new Set(lane.cards.map(({ taskId }) => taskId)), anchorId };
}

/** Without tasks that are no longer shown, so that nothing hidden is changed. */
export function keepShown(selection: Selection, lanes: readonly Lane<LaneCard>[]): Selection {
  const shown = new Set(lanes.flatMap(({ cards }) => cards.map(({ taskId }) => taskId)));
  const taskIds = [...selection.taskIds].filter((taskId) => shown.has(taskId));
  return taskIds.length === selection.taskIds.size ? selection : { ...selection, taskIds: new Set(taskIds) };
}

/** The tasks an action on one card is about: all chosen ones in the order of the board if it is among them. */
export function actedOn(selection: Selection, lanes: readonly Lane<LaneCard>[], taskId: string): string[] {
  if (!selection.taskIds.has(taskId)) return [taskId];
  return lanes.flatMap(({ cards }) => cards.map((card) => card.taskId)).filter((one) => selection.taskIds.has(one));
}
