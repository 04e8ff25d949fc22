import { isTaskOver } from "@cairn/contract/task-states";
import type { TaskState } from "@cairn/contract/task-states";
import type { TaskCard } from "@cairn/contract/tasks";
import { useRef, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { allowedStates } from "#web/features/tasks/state/allowed-states.ts";

import type { BoardActions, CardMenuKind, FocusRequest } from "./board-context.ts";
import { placeOf, remainingNeighbour } from "./lanes.ts";
import type { Lane } from "./lanes.ts";
import type { Mover } from "./move-tasks.api.ts";
import { actedOn, keepShown, noSelection, selectRange, toggleTask } from "./selection.ts";
import type { Selection } from "./selection.ts";
import { useBoardMoves } from "./use-board-moves.ts";
import type { BoardMoves } from "./use-board-moves.ts";

interface BoardOptions {
  /** Null where the board has tasks of several products. */
  project: ProjectKey | null;
  productOf: BoardActions["productOf"];
  renderRun: BoardActions["renderRun"];
  mover: Mover;
  /** All of the board, in order. */
  cards: readonly TaskCard[];
  /** What is shown of them. */
  lanes: readonly Lane<TaskCard>[];
}

export interface BoardView {
  actions: BoardActions;
  moves: BoardMoves;
  selection: Selection;
  onSelection: (selection: Selection) => void;
  activeId: string | null;
  wanted: FocusRequest | null;
  focusCard: (taskId: string) => void;
  menu: { taskId: string; kind: CardMenuKind } | null;
  /** Tasks that a dialog asks about. */
  deleting: readonly TaskCard[] | null;
  onDeleting: (taskIds: readonly string[] | null) => void;
  /** They are gone. */
  onDeleted: () => void;
  /** What gets the focus when the dialog closes. */
  findFocus: () => HTMLElement | null;
  /** Moves by Alt and an arrow key: within the lane, or to the next one that is open. */
  moveBy: (taskId: string, key: string) => void;
}

/** What a board remembers, and what its cards can ask of it. */
export function useBoard({ project, productOf, renderRun, mover, cards, lanes }: BoardOptions): BoardView {
  const [stored, setStored] = useState(noSelection);
  // What is done to several at once is done in one product.
  const setSelection = project === null ? () => {} : setStored;
  const selection = keepShown(stored, lanes);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [menu, setMenu] = useState<BoardView["menu"]>(null);
  const [deletingIds, setDeletingIds] = useState<readonly string[] | null>(null);
  const [wanted, setWanted] = useState<FocusRequest | null>(null);
  /** The card that takes the focus over from those that were deleted. */
  const heirRef = useRef<string | null>(null);
  const moves = useBoardMoves(mover, cards);
  const cardsOf = (taskIds: readonly string[]) => {
    const byId = new Map(cards.map((card) => [card.taskId, card]));
    return taskIds.flatMap((taskId) => byId.get(taskId) ?? []);
  };
  const openNames = new Map(cards.filter(({ state }) => !isTaskOver(state)).map(({ taskId, name }) => [taskId, name]));
  const listActedOn = (taskId: string) => cardsOf(actedOn(selection, lanes, taskId));
  const focusCard = (taskId: string) => {
    setWanted((before) => ({ taskId, number: (before?.number ?? 0) + 1 }));
    setActiveId(taskId);
  };
  const idsOf = (taskId: string) => actedOn(selection, lanes, taskId);
  const laneOf = (taskId: string) => lanes[placeOf(lanes, taskId)?.lane ?? -1];

  const actions: BoardActions = {
    project,
    productOf,
    renderRun,
    isSelecting: selection.taskIds.size > 0,
    listActedOn,
    listBlockers: ({ blockedBy }) => blockedBy.flatMap((taskId) => openNames.get(taskId) ?? []),
    onFocus: (taskId) => {
      setActiveId(taskId);
      // A card that is drawn anew later must not take the focus again.
      setWanted(null);
    },
    onSelect: (taskId, way) => {
      setSelection(way === "range" ? selectRange(selection, lanes, taskId) : toggleTask(selection, taskId));
      focusCard(taskId);
    },
    onMenu: setMenu,
    onMoveTo: (taskId, state) => {
      const taskIds = idsOf(taskId);
      const next = remainingNeighbour(lanes, taskId, new Set(taskIds));
      setMenu(null);
      // A menu gives the focus back to its card when it closes, so the card must be there until then.
      requestAnimationFrame(() => {
        moves.toState(taskIds, state);
        setSelection(noSelection);
        if (next) focusCard(next.taskId);
      });
    },
    onMoveWithin: (taskId, place) => {
      const lane = laneOf(taskId);
      if (!lane) return;
      const inLane = new Set(lane.cards.map((card) => card.taskId));
      const taskIds = idsOf(taskId).filter((one) => inLane.has(one));
      moves.toIndex(taskIds, lane, place === "top" ? 0 : lane.cards.length);
      focusCard(taskId);
    },
    onDelete: (taskId) => {
      if (project === null) return;
      heirRef.current = null;
      setDeletingIds(idsOf(taskId));
    },
  };
  const onDeleted = () => {
    const next = deletingIds?.[0] && remainingNeighbour(lanes, deletingIds[0], new Set(deletingIds));
    heirRef.current = next ? next.taskId : null;
    if (next) focusCard(next.taskId);
    // The board itself is gone with its last card.
    else requestAnimationFrame(() => document.querySelector<HTMLElement>("#main")?.focus());
  };
  const findFocus = () => findCard(heirRef.current ?? activeId) ?? document.querySelector<HTMLElement>("#main");
  const moveBy = (taskId: string, key: string) => {
    const place = placeOf(lanes, taskId);
    const lane = place && lanes[place.lane];
    if (!lane) return;
    if (key === "ArrowUp" && place.index > 0) moves.toIndex([taskId], lane, place.index - 1);
    if (key === "ArrowDown") moves.toIndex([taskId], lane, place.index + 2);
    const target =
      key === "ArrowLeft" || key === "ArrowRight" ? nextOpenState(lanes, cardsOf([taskId]), key) : undefined;
    if (target) moves.toState([taskId], target);
    focusCard(taskId);
  };
  return {
    actions,
    moves,
    selection,
    onSelection: setSelection,
    activeId,
    wanted,
    focusCard,
    menu,
    deleting: deletingIds && cardsOf(deletingIds),
    onDeleting: setDeletingIds,
    onDeleted,
    findFocus,
    moveBy,
  };
}

/** The link of a card that is drawn; null for none. */
function findCard(taskId: string | null): HTMLElement | null {
  return taskId === null ? null : document.querySelector<HTMLElement>(`[data-card="${taskId}"] a`);
}

/** The nearest lane on that side which the tasks may be moved to. */
function nextOpenState(
  lanes: readonly Lane<TaskCard>[],
  tasks: readonly TaskCard[],
  key: "ArrowLeft" | "ArrowRight",
): TaskState | undefined {
  const states = lanes.map(({ state }) => state);
  const at = states.findIndex((state) => state === tasks[0]?.state);
  const allowed = allowedStates(tasks);
  const way = key === "ArrowRight" ? states.slice(at + 1) : states.slice(0, Math.max(at, 0)).toReversed();
  return way.find((state) => allowed.includes(state));
}
