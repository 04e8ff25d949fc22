import { canMoveTask, landingEdge, taskStateNames } from "@cairn/contract/task-states";
import type { TaskState } from "@cairn/contract/task-states";
import type { TaskCard } from "@cairn/contract/tasks";
import { useRef, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";

import { listPlaces, moveToIndex, reverseMoves } from "./lanes.ts";
import type { CardMove, Lane } from "./lanes.ts";
import { useMoveTasks } from "./move-tasks.api.ts";

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
export function useBoardMoves(project: ProjectKey, cards: readonly TaskCard[]): BoardMoves {
  const { mutateAsync } = useMoveTasks(project);
  const [announcement, setAnnouncement] = useState("");
  const undoRef = useRef<(() => void) | null>(null);

  const run = (move: CardMove, isPlaced: boolean) => {
    const taken = cards.filter(({ taskId }) => move.taskIds.includes(taskId));
    const isReorder = taken.every(({ state }) => state === move.state);
    const back = canReturn(taken, move.state) ? reverseMoves(cards, move) : null;
    const undo = back && (() => takeBack(back));
    const text = describeMove(taken, move, isReorder);
    setAnnouncement("");
    const tell = () => {
      undoRef.current = undo;
      if (isReorder) setAnnouncement(text);
      else showToast({ kind: "success", title: text, action: undo ? { label: "Undo", onSelect: undo } : undefined });
    };
    // After a failure its toast says so, and the cards are back.
    mutateAsync({ moves: [move], places: isPlaced ? listPlaces(cards, move) : null }).then(tell, () => {});
  };
  const takeBack = (moves: readonly CardMove[]) => {
    undoRef.current = null;
    const places = moves.map(({ taskIds: [taskId = ""], state, beforeId: beforeTaskId }) => ({
      taskId,
      state,
      beforeTaskId,
    }));
    mutateAsync({ moves, places }).then(
      () => setAnnouncement(moves.length === 1 ? "Move undone" : `Moves of ${moves.length} tasks undone`),
      () => {},
    );
  };
  return {
    toIndex: (taskIds, lane, index) => {
      const move = moveToIndex(cards, lane, { taskIds, index });
      if (move) run(move, true);
    },
    toState: (taskIds, state) => {
      const first = cards.find((card) => card.state === state && !taskIds.includes(card.taskId));
      run({ taskIds, state, beforeId: landingEdge(state) === "start" ? (first?.taskId ?? null) : null }, false);
    },
    undo: () => {
      const undo = undoRef.current;
      undo?.();
      return undo !== null;
    },
    announcement,
  };
}

/** Whether a person may move all of them back from a state. */
function canReturn(taken: readonly TaskCard[], from: TaskState): boolean {
  return taken.every(({ state }) => canMoveTask({ from, to: state, by: "person" }));
}

function describeMove(taken: readonly TaskCard[], { state }: CardMove, isReorder: boolean): string {
  const subject = taken.length === 1 ? taken[0]?.name : `${taken.length} tasks`;
  return isReorder
    ? `${subject} moved within ${taskStateNames[state]}`
    : `${subject} moved to ${taskStateNames[state]}`;
}
