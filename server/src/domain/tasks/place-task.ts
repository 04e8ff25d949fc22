import { notFound } from "@cairn/contract/errors";
import { landingEdge, type TaskState } from "@cairn/contract/task-states";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { findGap, findRanks, takeRank, type Gap, type RankedRow } from "./task-lanes.store.ts";

/** Where somebody wants a task: see the contract. */
export interface NeighbourIds {
  afterTaskId?: string | null | undefined;
  beforeTaskId?: string | null | undefined;
}

/**
 * The rank of a task that goes to a place of a lane, or stays there; `taskId` may be a new one. The order of the
 * project's tasks must be locked.
 */
export async function placeTask(
  tx: Db,
  project: ProjectKey,
  { taskId, state, place }: { taskId: string; state: TaskState; place: NeighbourIds },
): Promise<string> {
  const neighbourIds = [place.afterTaskId, place.beforeTaskId].filter((id) => typeof id === "string");
  const known = await findRanks(tx, project, [taskId, ...neighbourIds]);
  const inLane = known.filter((row) => row.state === state);
  const neighbours = inLane.filter((row) => row.taskId !== taskId);
  if (neighbourIds.length > 0 && !neighbourIds.some((id) => known.some((row) => row.taskId === id))) {
    throw notFound("Neighbouring task");
  }
  const gap = await findGap(tx, project, { state, taskId, ...chooseSide(state, place, neighbours) });
  const own = inLane.find((row) => row.taskId === taskId);
  return own && isWithin(own, gap) ? own.rank : await takeRank(tx, project, { state, taskId, gap });
}

/** A neighbour counts before an end of the lane, since others may have come to that end meanwhile. */
function chooseSide(
  state: TaskState,
  { afterTaskId, beforeTaskId }: NeighbourIds,
  neighbours: readonly RankedRow[],
): { side: "after" | "before"; of: RankedRow | null } {
  const after = neighbours.find((row) => row.taskId === afterTaskId);
  if (after) return { side: "after", of: after };
  const before = neighbours.find((row) => row.taskId === beforeTaskId);
  if (before) return { side: "before", of: before };
  if (afterTaskId === null) return { side: "after", of: null };
  if (beforeTaskId === null) return { side: "before", of: null };
  return { side: landingEdge(state) === "start" ? "after" : "before", of: null };
}

function isWithin({ rank }: RankedRow, { previous, next }: Gap): boolean {
  return (previous === null || previous.rank < rank) && (next === null || rank < next.rank);
}
