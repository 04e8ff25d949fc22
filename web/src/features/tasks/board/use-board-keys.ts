import type { TaskCard } from "@cairn/contract/tasks";
import type { KeyboardEvent } from "react";

import { useSingleKey } from "#web/ui/keyboard/shortcuts.ts";

import { neighbourOf, placeOf } from "./lanes.ts";
import type { Lane } from "./lanes.ts";
import type { Selection } from "./selection.ts";
import { noSelection, selectLane, selectRange, toggleTask } from "./selection.ts";

interface BoardKeys {
  lanes: readonly Lane<TaskCard>[];
  selection: Selection;
  onSelection: (selection: Selection) => void;
  /** Gives the focus to a card that may not be drawn yet. */
  onFocus: (taskId: string) => void;
  onStates: (taskId: string) => void;
  /** Moves by Alt and an arrow key. */
  onMoveBy: (taskId: string, key: string) => void;
  onDelete: (taskId: string) => void;
  /** False where nothing can be taken back. */
  onUndo: () => boolean;
}

/** The keys of the board; returns the handler of what bubbles up from its cards. */
export function useBoardKeys(keys: BoardKeys): (event: KeyboardEvent) => void {
  const { lanes, selection, onSelection, onFocus, onStates } = keys;
  const step = (key: "ArrowDown" | "ArrowUp") => {
    const focused = focusedTaskId();
    const next = focused ? neighbourOf(lanes, focused, key) : lanes.find(({ cards }) => cards.length > 0)?.cards[0];
    if (next) onFocus(next.taskId);
  };
  const withFocused = (run: (taskId: string) => void) => {
    const taskId = focusedTaskId();
    if (taskId) run(taskId);
  };
  useSingleKey("j", () => step("ArrowDown"));
  useSingleKey("k", () => step("ArrowUp"));
  useSingleKey("s", () => withFocused(onStates));
  useSingleKey("i", () => document.activeElement && pressAction(document.activeElement));
  useSingleKey("x", () => withFocused((taskId) => onSelection(toggleTask(selection, taskId))));
  return (event) => {
    const taskId = event.target instanceof HTMLAnchorElement ? cardOf(event.target) : null;
    if (taskId && !event.defaultPrevented && handleCardKey(event, taskId, keys)) event.preventDefault();
  };
}

/** Whether the key meant something on a card. */
function handleCardKey(event: KeyboardEvent, taskId: string, keys: BoardKeys): boolean {
  const { lanes, selection, onSelection, onFocus } = keys;
  if (event.altKey) {
    if (event.key.startsWith("Arrow")) keys.onMoveBy(taskId, event.key);
    return event.key.startsWith("Arrow");
  }
  if (event.ctrlKey || event.metaKey) return handleModKey(event.key.toLowerCase(), taskId, keys);
  if (event.key === " ") onSelection(toggleTask(selection, taskId));
  else if (event.key === "Delete") keys.onDelete(taskId);
  else if (event.key === "Escape" && selection.taskIds.size > 0) onSelection(noSelection);
  else {
    const next = neighbourOf(lanes, taskId, event.key);
    // The board keeps keys that lead nowhere, so that the page does not scroll under it.
    if (!next) return event.key.startsWith("Arrow");
    if (event.shiftKey) {
      const anchored = selection.taskIds.size > 0 ? selection : toggleTask(selection, taskId);
      onSelection(selectRange(anchored, lanes, next.taskId));
    }
    onFocus(next.taskId);
  }
  return true;
}

function handleModKey(key: string, taskId: string, { lanes, onSelection, onUndo }: BoardKeys): boolean {
  if (key === "z") return onUndo();
  const lane = key === "a" ? lanes[placeOf(lanes, taskId)?.lane ?? -1] : undefined;
  if (lane) onSelection(selectLane(lane, taskId));
  return lane !== undefined;
}

function focusedTaskId(): string | null {
  return document.activeElement ? cardOf(document.activeElement) : null;
}

function cardOf(element: Element): string | null {
  return element.closest<HTMLElement>("[data-card]")?.dataset.card ?? null;
}

/** Implements the task of a card, or opens its review: what the card offers to a pointer. */
function pressAction(element: Element): void {
  element.closest("[data-card]")?.querySelector<HTMLElement>("[data-card-action]")?.click();
}
