import { eq } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";

import type { ImplementationRow } from "./implementations.store.ts";

type RevisedRun = Pick<
  ImplementationRow,
  "engine" | "agent" | "brief" | "attempt" | "runState" | "queuedAt" | "pushedOid" | "pushUntil" | "tokenLimit"
>;

/** Puts an implementation in line for another run of all its steps, or lets it wait for a push. It must be locked. */
export async function requeueRevision(tx: Db, implementationId: string, revision: RevisedRun): Promise<void> {
  await tx
    .update(implementations)
    .set({
      ...revision,
      fromAttempt: revision.attempt,
      ticket: null,
      endedAt: null,
      // It was about what was reviewed.
      proof: null,
      progress: null,
    })
    .where(eq(implementations.implementationId, implementationId));
}
