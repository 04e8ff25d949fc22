import { randomUUID } from "node:crypto";

import type { HookEvent } from "@cairn/contract/event-hooks";

import type { Db } from "#server/platform/db/open-db.ts";

import { insertDeliveries, selectTold } from "./event-hooks.store.ts";

interface Announcement {
  organizationId: string;
  projectId: string;
  taskId: string;
  implementationId: string;
  projectImplementationId: number;
}

/** A connection of services that nobody allowed. */
interface DriftAnnouncement {
  organizationId: string;
  projectId: string;
  changeId: string;
  sourceId: string;
  targetId: string;
  drift: "forbidden" | "undeclared";
  repositoryId: string;
  commit: string;
  /** How many of its lines the change names. */
  lines: number;
}

/**
 * Puts in line, within the transaction `tx` of what happened, that whoever wants to know is told of it. Ids and numbers go
 * out, and nothing that people wrote: who is told asks for the rest with rights of their own.
 */
export async function announce(
  tx: Db,
  event: Exclude<HookEvent, "architecture.drifted">,
  about: Announcement & { commentId?: string; now: Date },
): Promise<void> {
  const { organizationId, projectId, taskId, implementationId, projectImplementationId, commentId, now } = about;
  const data = { organizationId, projectId, taskId, implementationId, number: projectImplementationId };
  await queueMessage(tx, event, { data: { ...data, ...(commentId === undefined ? {} : { commentId }) }, now });
}

/** The same of a connection that a push brought. */
export async function announceDrift(tx: Db, { now, ...data }: DriftAnnouncement & { now: Date }): Promise<void> {
  await queueMessage(tx, "architecture.drifted", { data: { ...data }, now });
}

async function queueMessage(
  tx: Db,
  event: HookEvent,
  { data, now }: { data: Record<string, string | number> & { organizationId: string; projectId: string }; now: Date },
): Promise<void> {
  const { organizationId, projectId } = data;
  const told = await selectTold(tx, { organizationId, projectId }, event);
  await insertDeliveries(
    tx,
    told.map(({ hookId }) => ({
      deliveryId: randomUUID(),
      organizationId,
      hookId,
      type: event,
      data,
      state: "waiting" as const,
      createdAt: now,
      dueAt: now,
    })),
  );
}
