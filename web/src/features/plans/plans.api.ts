import type { CallOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import {
  acceptPlan,
  createPlan,
  createPlanItem,
  deletePlan,
  dropPlanItem,
  getPlan,
  listPlans,
  mergePlanItems,
  movePlanItem,
  proposePlan,
  updatePlanItem,
} from "@cairn/contract/plans";
import type { Plan, PlanItem } from "@cairn/contract/plans";
import { queryOptions, useMutation } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { pollUnlessFollowed } from "#web/lib/live/followed-projects.ts";

const proposingPollMs = 2_000;

export interface PlanKey extends ProjectKey {
  planId: string;
}
type CreateBody = NonNullable<CallOf<typeof createPlan>["body"]>;
export type PlanOriginInput = NonNullable<CreateBody["origin"]>;
type ItemBody = NonNullable<CallOf<typeof updatePlanItem>["body"]>;

/** What of an item is written by hand. */
export type ItemChange = Pick<ItemBody, "title" | "description" | "criteria" | "serviceId" | "blockedBy"> & {
  /** Those that stay. */
  locations?: PlanItem["locations"];
};

/** Plans of a product, newest first. */
export function plansQuery(key: ProjectKey, page: number) {
  return endpointQuery(listPlans, { params: key, query: { page } });
}

/** One plan with its tasks; asked for again while tasks are proposed and nobody tells of changes. */
export function planQuery(key: PlanKey) {
  return queryOptions({
    ...endpointQuery(getPlan, { params: key }),
    refetchInterval: ({ state }) =>
      state.data && isProposing(state.data) ? pollUnlessFollowed(key.projectId, proposingPollMs) : false,
  });
}

/** Its tasks are being proposed; until that ends none can be changed. */
export function isProposing({ state }: Pick<Plan, "state">): boolean {
  return state === "waiting" || state === "working";
}

/** Tasks that somebody wrote or changed, and that another proposal would replace. */
export function listChanged({ items }: Pick<Plan, "items">): PlanItem[] {
  return items.filter(({ accepted, version }) => accepted === null && version > 0);
}

function refreshPlans(): void {
  void queryClient.invalidateQueries({ queryKey: endpointKey(listPlans) });
}

function refreshPlan(key: PlanKey): void {
  void queryClient.invalidateQueries({ queryKey: planQuery(key).queryKey });
}

function storePlan(key: PlanKey, plan: Plan): void {
  queryClient.setQueryData(planQuery(key).queryKey, plan);
  refreshPlans();
}

export function useCreatePlan(key: ProjectKey) {
  return useMutation({
    mutationFn: (body: CreateBody) => call(createPlan, { params: key, body }),
    onSuccess: (plan) => storePlan({ ...key, planId: plan.planId }, plan),
    meta: { failure: "Could not start the plan" },
  });
}

/** Has tasks proposed again, for another goal where one is given. */
export function useProposePlan(key: PlanKey) {
  return useMutation({
    mutationFn: (goal?: string) => call(proposePlan, { params: key, body: { goal } }),
    onSuccess: (plan) => storePlan(key, plan),
    meta: { failure: "Could not propose tasks" },
  });
}

export function useDeletePlan(key: ProjectKey) {
  return useMutation({
    mutationFn: (planId: string) => call(deletePlan, { params: { ...key, planId } }),
    onSuccess: refreshPlans,
    meta: { success: "Plan was deleted", failure: "Could not delete the plan" },
  });
}

/** Changes to the items of one plan go one after the other, since each answer is the whole plan. */
const inTurn = ({ planId }: PlanKey) => ({ scope: { id: `plan-${planId}` } });

/** Changes fields of an item; they show at once, and what the server has is loaded again where it refuses. */
export function useChangeItem(key: PlanKey) {
  return useMutation({
    ...inTurn(key),
    mutationFn: ({ item, change }: { item: PlanItem; change: ItemChange }) => sendChange(key, item, change),
    onMutate: async ({ item: { itemId }, change }) => {
      const { queryKey } = planQuery(key);
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (plan) => plan && withChange(plan, itemId, change));
    },
    onSuccess: (plan) => storePlan(key, plan),
    onError: () => refreshPlan(key),
    meta: { failure: "Could not change the task" },
  });
}

/**
 * Other fields that somebody changed meanwhile stay, and of each the last change counts. A list of criteria is written
 * whole, so it is refused where the list was changed meanwhile.
 */
async function sendChange(key: PlanKey, item: PlanItem, change: ItemChange): Promise<Plan> {
  const params = { ...key, itemId: item.itemId };
  const current = queryClient.getQueryData(planQuery(key).queryKey)?.items.find(({ itemId }) => itemId === item.itemId);
  const version = change.criteria && (current ?? item).version;
  const locations = change.locations?.map(({ repositoryId, path }) => ({ repositoryId, path }));
  try {
    return await call(updatePlanItem, { params, body: { ...change, locations, version } });
  } catch (error) {
    if (version === undefined || !(error instanceof AppError) || error.code !== "conflict") throw error;
    const now = (await call(getPlan, { params: key })).items.find(({ itemId }) => itemId === item.itemId);
    if (!now || JSON.stringify(now.criteria) !== JSON.stringify(item.criteria)) throw error;
    return await call(updatePlanItem, { params, body: { ...change, version: now.version } });
  }
}

function withChange(plan: Plan, itemId: string, { serviceId: _serviceId, ...shown }: ItemChange): Plan {
  return { ...plan, items: plan.items.map((item) => (item.itemId === itemId ? { ...item, ...shown } : item)) };
}

export function useAddItem(key: PlanKey) {
  return useMutation({
    ...inTurn(key),
    mutationFn: (title: string) => call(createPlanItem, { params: key, body: { title } }),
    onSuccess: (plan) => storePlan(key, plan),
    meta: { failure: "Could not add the task" },
  });
}

export function useDropItem(key: PlanKey) {
  return useMutation({
    ...inTurn(key),
    mutationFn: (itemId: string) => call(dropPlanItem, { params: { ...key, itemId } }),
    onSuccess: (plan) => storePlan(key, plan),
    onError: () => refreshPlan(key),
    meta: { failure: "Could not drop the task" },
  });
}

/** Drops an item while the page goes away: nobody is there to hear what came of it. */
export function dropOnLeave(key: PlanKey, itemId: string): void {
  call(dropPlanItem, { params: { ...key, itemId } }, { isLast: true }).catch(() => {});
}

/** Puts an item right after another one, or first for null. */
export function useMoveItem(key: PlanKey) {
  return useMutation({
    ...inTurn(key),
    mutationFn: ({ itemId, afterItemId }: { itemId: string; afterItemId: string | null }) =>
      call(movePlanItem, { params: { ...key, itemId }, body: { afterItemId } }),
    onMutate: async ({ itemId, afterItemId }) => {
      const { queryKey } = planQuery(key);
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(
        queryKey,
        (plan) => plan && { ...plan, items: moveItem(plan.items, itemId, afterItemId) },
      );
    },
    onSuccess: (plan) => storePlan(key, plan),
    onError: () => refreshPlan(key),
    meta: { failure: "Could not move the task" },
  });
}

function moveItem(items: readonly PlanItem[], itemId: string, afterItemId: string | null): PlanItem[] {
  const item = items.find((one) => one.itemId === itemId);
  const rest = items.filter((one) => one !== item);
  const at = rest.findIndex((one) => one.itemId === afterItemId) + 1;
  return item ? rest.toSpliced(at, 0, item) : rest;
}

/** Makes one item of two; the first takes on what the other says. */
export function useMergeItems(key: PlanKey) {
  return useMutation({
    ...inTurn(key),
    mutationFn: ({ itemId, otherItemId }: { itemId: string; otherItemId: string }) =>
      call(mergePlanItems, { params: { ...key, itemId }, body: { otherItemId } }),
    onSuccess: (plan) => storePlan(key, plan),
    onError: () => refreshPlan(key),
    meta: { success: "Merged into one task", failure: "Could not merge the tasks" },
  });
}

/** Puts items into the backlog as tasks. */
export function useAcceptItems(key: PlanKey) {
  return useMutation({
    ...inTurn(key),
    mutationFn: (itemIds: readonly string[]) => call(acceptPlan, { params: key, body: { itemIds: [...itemIds] } }),
    onSuccess: (plan) => storePlan(key, plan),
    onError: () => refreshPlan(key),
    meta: { failure: "Could not put the tasks into the backlog" },
  });
}
