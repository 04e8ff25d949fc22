import type { OutputOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import { getTaskBoard, toTaskCard, updateTask, type updateTasks } from "@cairn/contract/tasks";
import type { TaskCard } from "@cairn/contract/tasks";
import { outcomes } from "@cairn/contract/texts";
import { useMutation, useMutationState } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import {
  changeBoards,
  refreshBoards,
  refreshTaskLists,
  sendTasksChange,
  storeTask,
} from "#web/features/tasks/tasks.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey } from "#web/lib/api/endpoint-query.ts";
import { errorMessage, queryClient } from "#web/lib/api/query-client.ts";

import { applyMove } from "./lanes.ts";
import type { CardMove, CardNeighbours } from "./lanes.ts";

export interface MoveRequest {
  /** What the cards look like afterwards, one move after the other. */
  moves: readonly CardMove[];
  /** Where each task goes, in this order; null where the server chooses the places of the only move. */
  places: readonly CardNeighbours[] | null;
}

/** The tasks that went, as they are now, and those that stayed with why. */
export type MovesResult = OutputOf<typeof updateTasks>;

/** How the cards of a board are moved. */
export interface Mover {
  /** Rejects where nothing was moved; a toast has then said so. */
  move: (request: MoveRequest) => Promise<MovesResult>;
  /** Cards have places within a lane. */
  hasPlaces: boolean;
}

const movesKey = (key: ProjectKey) => ["move-tasks", key.organizationId, key.projectId];

/** Moves tasks. Until the server has answered, `useMovedCards` shows them where they will be. */
export function useMoveTasks(key: ProjectKey) {
  return useMutation({
    mutationKey: movesKey(key),
    mutationFn: (request: MoveRequest) => sendMoves(key, request),
    onSuccess: ({ tasks, refused }, { moves }) => {
      const byId = new Map(tasks.map((task) => [task.taskId, toTaskCard(task)]));
      // One that was refused is not among them and stays where it was.
      const done = moves.map((move) => ({ ...move, taskIds: move.taskIds.filter((taskId) => byId.has(taskId)) }));
      for (const task of tasks) storeTask(key, task);
      changeBoards((cards) =>
        [...done.reduce(applyMove<TaskCard>, cards)].map((card) => byId.get(card.taskId) ?? card),
      );
      // Somebody else has changed or deleted those.
      if (refused.length > 0) refreshBoards();
    },
    onSettled: refreshTaskLists,
    // Some of several may have moved, or somebody else has moved them.
    onError: refreshBoards,
    meta: outcomes.taskState,
  });
}

async function sendMoves(key: ProjectKey, request: MoveRequest): Promise<MovesResult> {
  const boardKey = { queryKey: endpointKey(getTaskBoard) };
  if (queryClient.isFetching(boardKey) === 0) return sendSteps(key, request);
  // An answer that is on its way does not know of the move yet, so the board is asked for afterwards.
  await queryClient.cancelQueries(boardKey);
  return sendSteps(key, request).finally(refreshBoards);
}

async function sendSteps(key: ProjectKey, { moves, places }: MoveRequest): Promise<MovesResult> {
  const [move] = moves;
  if (move && places === null) return await sendTasksChange(key, move.taskIds, { state: move.state });
  return await sendPlaces(key, places ?? []);
}

/** One after the other, because each stands beside the one before. Throws only where nothing went. */
async function sendPlaces(key: ProjectKey, places: readonly CardNeighbours[]): Promise<MovesResult> {
  const result: MovesResult = { tasks: [], refused: [] };
  let failure: unknown;
  for (const { taskId, ...body } of places) {
    try {
      // What is said of one task does not stop the others; a server that is away does.
      if (failure !== undefined && !isRefusal(failure)) throw failure;
      result.tasks.push(await call(updateTask, { params: { ...key, taskId }, body }));
    } catch (error) {
      failure = error;
      result.refused.push({ taskId, name: null, message: errorMessage(error) });
    }
  }
  if (failure !== undefined && result.tasks.length === 0) throw failure;
  return result;
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.status < 500;
}

/** The cards with every move that the server has not answered yet. */
export function useMovedCards(key: ProjectKey, cards: readonly TaskCard[]): readonly TaskCard[] {
  const pending = useMutationState({
    filters: { mutationKey: movesKey(key), status: "pending" },
    select: ({ state }) => (state.variables as MoveRequest).moves,
  });
  return pending.flat().reduce<readonly TaskCard[]>(applyMove, cards);
}
