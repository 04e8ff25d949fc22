import { eventHookSchema, hookDeliverySchema, type EventHook, type HookDelivery } from "@cairn/contract/event-hooks";

import type { Ctx } from "#server/ctx.ts";
import { toEntity } from "#server/to-entity.ts";

import type { EventHookRow, HookDeliveryRow } from "./event-hooks.store.ts";

export const describeHook = (ctx: Pick<Ctx, "secrets">, row: EventHookRow): EventHook =>
  toEntity(eventHookSchema, { ...row, url: readAddress(ctx, row) });

export const describeDelivery = (row: HookDeliveryRow): HookDelivery => toEntity(hookDeliverySchema, row);

type SealedUnder = Pick<EventHookRow, "organizationId" | "hookId">;

/** Where the secret of one lies, for whoever seals and opens it. */
export function hookContext({ organizationId, hookId }: SealedUnder): string {
  return `event_hooks ${organizationId} ${hookId}`;
}

export function sealAddress({ secrets }: Pick<Ctx, "secrets">, key: SealedUnder, url: string): string {
  return secrets.seal(url, addressContext(key));
}

/** The address as it was given. Throws `internal` where the server's key has changed. */
export function openAddress(
  { secrets }: Pick<Ctx, "secrets">,
  row: SealedUnder & Pick<EventHookRow, "sealedUrl">,
): string {
  return secrets.open(row.sealedUrl, addressContext(row));
}

/** The same; null in place of throwing, for whoever can do without. */
export function readAddress(ctx: Pick<Ctx, "secrets">, row: Parameters<typeof openAddress>[1]): string | null {
  try {
    return openAddress(ctx, row);
  } catch {
    return null;
  }
}

const addressContext = (key: SealedUnder) => `${hookContext(key)} url`;
