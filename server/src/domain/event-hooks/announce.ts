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

/**
 * Puts in line, within the transaction `tx` of what happened, that whoever wants to know is told of it. Ids and numbers go
 * out, and nothing that people wrote: who is told asks for the rest with rights of their own.
 */
export async function announce(
  tx: Db,
  event: HookEvent,
  about: Announcement & { commentId?: string; now: Date },
): Promise<void> {
  const { organizationId, projectId, taskId, implementationId, projectImplementationId, commentId, now } = about;
  const told = await selectTold(tx, { organizationId, projectId }, event);
  const data = { organizationId, projectId, taskId, implementationId, number: projectImplementationId };
  await insertDeliveries(
    tx,
    told.map(({ hookId }) => ({
      deliveryId: randomUUID(),
      organizationId,
      hookId,
      type: event,
      data: { ...data, ...(commentId === undefined ? {} : { commentId }) },
      state: "waiting" as const,
      createdAt: now,
      dueAt: now,
    })),
  );
}
