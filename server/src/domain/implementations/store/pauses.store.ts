import type { RunPause } from "@cairn/contract/implementations";
import { and, eq, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";

/** The run waits; nobody who held it writes anything more. It must be locked. */
export async function pauseRunRow(tx: Db, implementationId: string, pause: RunPause): Promise<void> {
  await tx
    .update(implementations)
    .set({
      runState: "paused",
      pause,
      ticket: null,
      progress: null,
      leaseEpoch: sql`${implementations.leaseEpoch} + 1`,
    })
    .where(eq(implementations.implementationId, implementationId));
}

/** Puts a run that is paused in line to go on with the same attempt. It must be locked. */
export async function requeuePaused(tx: Db, implementationId: string, queuedAt: Date): Promise<void> {
  await tx
    .update(implementations)
    .set({ runState: "queued", pause: null, queuedAt })
    .where(and(eq(implementations.implementationId, implementationId), eq(implementations.runState, "paused")));
}

/** Sets what the model calls of an implementation may take. It must be locked. */
export async function updateTokenLimit(tx: Db, implementationId: string, tokenLimit: number): Promise<void> {
  await tx.update(implementations).set({ tokenLimit }).where(eq(implementations.implementationId, implementationId));
}
