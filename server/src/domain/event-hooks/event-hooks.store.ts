import type { HookDelivery, HookEvent } from "@cairn/contract/event-hooks";
import { and, arrayContains, asc, desc, eq, inArray, isNotNull, lt, lte, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { eventHooks, hookDeliveries } from "#server/platform/db/tables/event-hooks.ts";

export type EventHookRow = typeof eventHooks.$inferSelect;
export type HookDeliveryRow = typeof hookDeliveries.$inferSelect;

type HookKey = ProjectKey & { hookId: string };
type DeliveryKey = Pick<HookDeliveryRow, "organizationId" | "deliveryId">;

const inProject = ({ organizationId, projectId }: ProjectKey) =>
  and(eq(eventHooks.organizationId, organizationId), eq(eventHooks.projectId, projectId));
const isHook = (key: HookKey) => and(inProject(key), eq(eventHooks.hookId, key.hookId));
const isDelivery = ({ organizationId, deliveryId }: DeliveryKey) =>
  and(eq(hookDeliveries.organizationId, organizationId), eq(hookDeliveries.deliveryId, deliveryId));

export async function selectHooks(db: Db, project: ProjectKey): Promise<EventHookRow[]> {
  return await db.select().from(eventHooks).where(inProject(project)).orderBy(asc(eventHooks.createdAt));
}

/** Null where the product has no such one. */
export async function selectHook(db: Db, key: HookKey): Promise<EventHookRow | null> {
  const [row] = await db.select().from(eventHooks).where(isHook(key));
  return row ?? null;
}

export async function insertHook(tx: Db, row: EventHookRow): Promise<void> {
  await tx.insert(eventHooks).values(row);
}

export async function updateHook(
  tx: Db,
  key: HookKey,
  change: Partial<Pick<EventHookRow, "events" | "isEnabled" | "failingSince" | "disabledReason">>,
): Promise<EventHookRow | null> {
  const [row] = await tx.update(eventHooks).set(change).where(isHook(key)).returning();
  return row ?? null;
}

/** Something arrived there. What whoever sent it had read of the row may be old by now. */
export async function noteArrival(tx: Db, key: HookKey): Promise<void> {
  await tx
    .update(eventHooks)
    .set({ failingSince: null })
    .where(and(isHook(key), isNotNull(eventHooks.failingSince)));
}

/** Nothing arrived there, since `now` or longer; answers the row as it is then, null where it is gone. */
export async function noteFailure(tx: Db, key: HookKey, now: Date): Promise<EventHookRow | null> {
  const [row] = await tx
    .update(eventHooks)
    .set({ failingSince: sql`coalesce(${eventHooks.failingSince}, ${now.toISOString()}::timestamptz)` })
    .where(isHook(key))
    .returning();
  return row ?? null;
}

export async function deleteHook(tx: Db, key: HookKey): Promise<EventHookRow | null> {
  const [row] = await tx.delete(eventHooks).where(isHook(key)).returning();
  return row ?? null;
}

/** Those that are told of such events now. They are there until `tx` ends: whoever deletes one waits for that. */
export async function selectTold(tx: Db, project: ProjectKey, event: HookEvent): Promise<EventHookRow[]> {
  return await tx
    .select()
    .from(eventHooks)
    .where(and(inProject(project), eq(eventHooks.isEnabled, true), arrayContains(eventHooks.events, [event])))
    .for("key share");
}

export async function insertDeliveries(tx: Db, rows: (typeof hookDeliveries.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(hookDeliveries).values(rows);
}

/** The newest first. */
export async function selectDeliveries(
  db: Db,
  { organizationId, hookId }: Pick<EventHookRow, "organizationId" | "hookId">,
  limit: number,
): Promise<HookDeliveryRow[]> {
  return await db
    .select()
    .from(hookDeliveries)
    .where(and(eq(hookDeliveries.organizationId, organizationId), eq(hookDeliveries.hookId, hookId)))
    .orderBy(desc(hookDeliveries.createdAt), desc(hookDeliveries.deliveryId))
    .limit(limit);
}

/** Null where this address was told no such thing. */
export async function selectDelivery(db: Db, key: DeliveryKey & { hookId: string }): Promise<HookDeliveryRow | null> {
  const [row] = await db
    .select()
    .from(hookDeliveries)
    .where(and(isDelivery(key), eq(hookDeliveries.hookId, key.hookId)));
  return row ?? null;
}

/** How many are taken at once. */
interface DueLimits {
  all: number;
  perOrganization: number;
  perHook: number;
}

/**
 * Takes what is due, of all organizations, and moves its next try to `until`: nobody else tries it before that. Nobody's
 * many keep others waiting. `db` must see all.
 */
export async function takeDueDeliveries(
  db: Db,
  { now, until, limits }: { now: Date; until: Date; limits: DueLimits },
): Promise<{ delivery: HookDeliveryRow; hook: EventHookRow }[]> {
  const { deliveryId, organizationId, hookId, dueAt } = hookDeliveries;
  const isDue = and(eq(hookDeliveries.state, "waiting"), lte(dueAt, now));
  const ofHook = db
    .select({
      deliveryId,
      organizationId,
      dueAt,
      inHook: sql<number>`row_number() over (partition by ${hookId} order by ${dueAt}, ${deliveryId})`.as("in_hook"),
    })
    .from(hookDeliveries)
    .where(isDue)
    .as("of_hook");
  const ofOrganization = db
    .select({
      deliveryId: ofHook.deliveryId,
      inOrganization:
        sql<number>`row_number() over (partition by ${ofHook.organizationId} order by ${ofHook.dueAt}, ${ofHook.deliveryId})`.as(
          "in_organization",
        ),
    })
    .from(ofHook)
    .where(lte(ofHook.inHook, limits.perHook))
    .as("of_organization");
  const fair = db
    .select({ deliveryId: ofOrganization.deliveryId })
    .from(ofOrganization)
    .where(lte(ofOrganization.inOrganization, limits.perOrganization));
  const due = db
    .select({ deliveryId })
    .from(hookDeliveries)
    .where(and(isDue, inArray(deliveryId, fair)))
    .orderBy(asc(dueAt))
    .limit(limits.all)
    .for("update", { skipLocked: true });
  const taken = await db
    .update(hookDeliveries)
    .set({ dueAt: until, attempts: sql`${hookDeliveries.attempts} + 1` })
    .where(inArray(hookDeliveries.deliveryId, due))
    .returning();
  if (taken.length === 0) return [];
  const hookIds = [...new Set(taken.map(({ hookId }) => hookId))];
  const hooks = await db.select().from(eventHooks).where(inArray(eventHooks.hookId, hookIds));
  const byId = new Map(hooks.map((hook) => [hook.hookId, hook]));
  return taken.flatMap((delivery) => {
    const hook = byId.get(delivery.hookId);
    return hook === undefined ? [] : [{ delivery, hook }];
  });
}

export async function updateDelivery(
  tx: Db,
  key: DeliveryKey,
  change: Pick<HookDeliveryRow, "dueAt" | "problem" | "responseStatus"> & { state: HookDelivery["state"] },
): Promise<void> {
  await tx.update(hookDeliveries).set(change).where(isDelivery(key));
}

/** Nothing more is tried of an address. */
export async function endWaiting(
  tx: Db,
  { organizationId, hookId }: Pick<EventHookRow, "organizationId" | "hookId">,
  problem: string,
): Promise<void> {
  await tx
    .update(hookDeliveries)
    .set({ state: "failed", dueAt: null, problem })
    .where(
      and(
        eq(hookDeliveries.organizationId, organizationId),
        eq(hookDeliveries.hookId, hookId),
        eq(hookDeliveries.state, "waiting"),
      ),
    );
}

/** Forgets, in all organizations, what was sent before. `db` must see all. */
export async function deleteOldDeliveries(db: Db, before: Date): Promise<void> {
  await db.delete(hookDeliveries).where(lt(hookDeliveries.createdAt, before));
}
