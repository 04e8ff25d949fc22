import { eventHookSchema, hookDeliverySchema, type EventHook, type HookDelivery } from "@cairn/contract/event-hooks";

import { toEntity } from "#server/to-entity.ts";

import type { EventHookRow, HookDeliveryRow } from "./event-hooks.store.ts";

export const describeHook = (row: EventHookRow): EventHook => toEntity(eventHookSchema, row);

export const describeDelivery = (row: HookDeliveryRow): HookDelivery => toEntity(hookDeliverySchema, row);

/** Where the secret of one lies, for whoever seals and opens it. */
export function hookContext({ organizationId, hookId }: Pick<EventHookRow, "organizationId" | "hookId">): string {
  return `event_hooks ${organizationId} ${hookId}`;
}
