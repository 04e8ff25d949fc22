import type { OutputOf } from "@cairn/contract/endpoint";
import { getOrganizationTaskBoard } from "@cairn/contract/organization-tasks";
import { outcomes } from "@cairn/contract/texts";
import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";

import { sendTasksChange } from "#web/features/tasks/tasks.api.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

import type { MoveRequest, MovesResult } from "./move-tasks.api.ts";

export type OrganizationBoard = OutputOf<typeof getOrganizationTaskBoard>;

interface BoardFilters {
  hasArchived: boolean;
  /** One product alone. */
  projectId: string | null;
  /** The id of a member, or "none". */
  assignee: string | null;
}

/** The cards of all products of an organization. */
export function organizationBoardQuery(organizationId: string, { hasArchived, projectId, assignee }: BoardFilters) {
  const query = {
    archived: hasArchived ? ("true" as const) : ("false" as const),
    projectId: projectId ?? undefined,
    assignee: assignee ?? undefined,
  };
  return queryOptions({
    ...endpointQuery(getOrganizationTaskBoard, { params: { organizationId }, query }),
    placeholderData: keepPreviousData,
  });
}

/** What `useMovedCards` takes for a product, for all of them. */
export function allProducts(organizationId: string) {
  return { organizationId, projectId: "all products" };
}

/** Moves tasks of several products to other lanes, each by a call to its product. */
export function useMoveAcross(organizationId: string, cards: readonly { taskId: string; projectId: string }[]) {
  return useMutation({
    mutationKey: ["move-tasks", organizationId, allProducts(organizationId).projectId],
    mutationFn: async ({ moves }: MoveRequest): Promise<MovesResult> => {
      const result: MovesResult = { tasks: [], refused: [] };
      for (const { taskIds, state } of moves) {
        const moved = cards.filter(({ taskId }) => taskIds.includes(taskId));
        for (const [projectId, own] of Map.groupBy(moved, (card) => card.projectId)) {
          const ids = own.map(({ taskId }) => taskId);
          const { tasks, refused } = await sendTasksChange({ organizationId, projectId }, ids, { state });
          result.tasks.push(...tasks);
          result.refused.push(...refused);
        }
      }
      return result;
    },
    // Until it is loaded again the cards stay where they were put.
    onSettled: () => queryClient.invalidateQueries({ queryKey: endpointKey(getOrganizationTaskBoard) }),
    meta: outcomes.taskState,
  });
}
