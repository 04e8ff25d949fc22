import type { CallOf } from "@cairn/contract/endpoint";
import {
  createEventHook,
  deleteEventHook,
  listEventHooks,
  listHookDeliveries,
  resendDelivery,
  testEventHook,
  updateEventHook,
} from "@cairn/contract/event-hooks";
import { useMutation } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

interface HookKey extends ProjectKey {
  hookId: string;
}

const refreshMs = 3_000;

export function eventHooksQuery(project: ProjectKey) {
  return endpointQuery(listEventHooks, { params: project });
}

/** What a webhook was told lately; asked again while something waits. */
export function hookDeliveriesQuery(key: HookKey) {
  return {
    ...endpointQuery(listHookDeliveries, { params: key }),
    refetchInterval: refreshMs,
  };
}

async function refresh(): Promise<void> {
  const keys = [listEventHooks, listHookDeliveries].map((endpoint) => endpointKey(endpoint));
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

export function useCreateEventHook(project: ProjectKey) {
  return useMutation({
    mutationFn: (body: NonNullable<CallOf<typeof createEventHook>["body"]>) =>
      call(createEventHook, { params: project, body }),
    onSuccess: refresh,
  });
}

export function useUpdateEventHook(key: HookKey) {
  return useMutation({
    mutationFn: (body: NonNullable<CallOf<typeof updateEventHook>["body"]>) =>
      call(updateEventHook, { params: key, body }),
    onSuccess: refresh,
    meta: { failure: "Could not change the webhook" },
  });
}

export function useDeleteEventHook(key: HookKey) {
  return useMutation({
    mutationFn: () => call(deleteEventHook, { params: key }),
    onSuccess: refresh,
    meta: { failure: "Could not delete the webhook", success: "Webhook deleted" },
  });
}

export function useTestEventHook(key: HookKey) {
  return useMutation({
    mutationFn: () => call(testEventHook, { params: key }),
    onSuccess: refresh,
    meta: { failure: "Could not send a test", success: "A test is on its way" },
  });
}

export function useResendDelivery(key: HookKey) {
  return useMutation({
    mutationFn: (deliveryId: string) => call(resendDelivery, { params: { ...key, deliveryId } }),
    onSuccess: refresh,
    meta: { failure: "Could not send it again", success: "It is on its way again" },
  });
}
