import { landingEdge, taskStateNames } from "@cairn/contract/task-states";
import type { TaskState } from "@cairn/contract/task-states";
import type { TaskCard } from "@cairn/contract/tasks";
import { useRef, useState } from "react";

import { showToast } from "#web/lib/toasts/toast-manager.ts";

import { listPlaces, moveToIndex, reverseMoves } from "./lanes.ts";
import type { CardMove, Lane } from "./lanes.ts";
import type { Mover, MovesResult } from "./move-tasks.api.ts";
import { explainRefusals, showMoves } from "./show-moves.ts";

export interface BoardMoves {
  /** Puts tasks at an index of a lane as it is shown. */
  toIndex: (taskIds: readonly string[], lane: Lane<TaskCard>, index: number) => void;
  /** Puts tasks where a lane takes those that come to it. */
  toState: (taskIds: readonly string[], state: TaskState) => void;
  /** Takes the last move back; false where there is none that can be. */
  undo: () => boolean;
  /** What happened last and is shown by no toast. */
  announcement: string;
}

/** Moves cards, tells what happened, and takes it back. `cards` are all of the board, in order. */
export function useBoardMoves({ move: sendMove, hasPlaces }: Mover, cards: readonly TaskCard[]): BoardMoves {
  const [announcement, setAnnouncement] = useState("");
  const undoRef = useRef<(() => void) | null>(null);

  const run = (move: CardMove, isPlaced: boolean) => {
    const taken = cards.filter(({ taskId }) => move.taskIds.includes(taskId));
    const isReorder = taken.every(({ state }) => state === move.state);
    setAnnouncement("");
    const onUndo = (taskIds: readonly string[]) => takeBack(listWaysBack(cards, move, taskIds));
    const tell = (result: MovesResult) => {
      if (!isReorder || result.refused.length > 0) {
        undoRef.current = showMoves({ taken, to: move.state, result, onUndo });
        return;
      }
      undoRef.current = () => onUndo(move.taskIds);
      setAnnouncement(
        `${taken.length === 1 ? taken[0]?.name : `${taken.length} tasks`} moved within ${taskStateNames[move.state]}`,
      );
    };
    // After a failure its toast says so, and the cards are back.
    sendMove({ moves: [move], places: isPlaced ? listPlaces(cards, move) : null }).then(tell, () => {});
  };
  const takeBack = (moves: readonly CardMove[]) => {
    undoRef.current = null;
    const places = moves.map(({ taskIds: [taskId = ""], state, beforeId: beforeTaskId }) => ({
      taskId,
      state,
      beforeTaskId,
    }));
    const tell = ({ tasks, refused }: MovesResult) => {
      if (refused.length > 0) {
        const title = `${tasks.length} of ${moves.length} moves undone`;
        showToast({ kind: "error", title, description: explainRefusals(cards, refused) });
      } else setAnnouncement(moves.length === 1 ? "Move undone" : `Moves of ${moves.length} tasks undone`);
    };
    sendMove({ moves, places }).then(tell, () => {});
  };
  const toState = (taskIds: readonly string[], state: TaskState) => {
    const first = cards.find((card) => card.state === state && !taskIds.includes(card.taskId));
    run({ taskIds, state, beforeId: landingEdge(state) === "start" ? (first?.taskId ?? null) : null }, false);
  };
  return {
    toIndex: (taskIds, lane, index) => {
      const isThere = (taskId: string) => lane.cards.some((card) => card.taskId === taskId);
      if (!hasPlaces) return taskIds.every(isThere) ? undefined : toState(taskIds, lane.state);
      const move = moveToIndex(cards, lane, { taskIds, index });
      if (move) run(move, true);
    },
    toState,
    undo: () => {
      const undo = undoRef.current;
      undo?.();
      return undo !== null;
    },
    announcement,
  };
}

/** The moves that put some of the tasks that a move took back to where they stand among `cards`. */
function listWaysBack(cards: readonly TaskCard[], move: CardMove, taskIds: readonly string[]): CardMove[] {
  const isAway = new Set(move.taskIds.filter((taskId) => !taskIds.includes(taskId)));
  // Beside one that stays away there is no place.
  return reverseMoves(
    cards.filter(({ taskId }) => !isAway.has(taskId)),
    { taskIds },
  );
}
