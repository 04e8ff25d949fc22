import { eq } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";

import type { RunStepRow } from "./implementations.store.ts";

/** Tells the step that discards an implementation from one that stops its run. */
export const discardIntent: RunStepRow["intent"] = { decision: "discard" };

export function isDiscard({ intent }: Pick<RunStepRow, "intent">): boolean {
  return intent["decision"] === discardIntent["decision"];
}

/** It is discarded from here on, and nobody pushes to it any more. It must be locked. */
export async function updateDiscarded(tx: Db, implementationId: string, discardedBy: string | null): Promise<void> {
  await tx
    .update(implementations)
    .set({ state: "discarded", discardedBy, pushKeyHash: null, pushKeyUserId: null, pushUntil: null })
    .where(eq(implementations.implementationId, implementationId));
}
