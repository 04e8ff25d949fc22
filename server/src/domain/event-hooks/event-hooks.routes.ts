import * as contract from "@cairn/contract/event-hooks";

import { defineRoute, type Route } from "#server/edge.ts";

import { createEventHook } from "./create-event-hook.ts";
import { deleteEventHook } from "./delete-event-hook.ts";
import { listEventHooks } from "./list-event-hooks.ts";
import { listHookDeliveries } from "./list-hook-deliveries.ts";
import { resendDelivery } from "./resend-delivery.ts";
import { testEventHook } from "./test-event-hook.ts";
import { updateEventHook } from "./update-event-hook.ts";

export const eventHookRoutes: readonly Route[] = [
  defineRoute(contract.listEventHooks, listEventHooks),
  defineRoute(contract.createEventHook, createEventHook),
  defineRoute(contract.updateEventHook, updateEventHook),
  defineRoute(contract.deleteEventHook, deleteEventHook),
  defineRoute(contract.listHookDeliveries, listHookDeliveries),
  defineRoute(contract.testEventHook, testEventHook),
  defineRoute(contract.resendDelivery, resendDelivery),
];
