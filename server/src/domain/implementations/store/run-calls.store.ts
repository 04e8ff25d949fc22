import { and, eq, inArray, isNull, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { modelCalls } from "#server/platform/db/tables/model-calls.ts";

import type { RunLease } from "./runs.store.ts";

/** What the model calls of an implementation took, and what is set aside for those under way. */
export interface RunCallSums {
  inputTokens: number;
  outputTokens: number;
  /** Null where no prices are set. */
  costUsd: number | null;
  reservedTokens: number;
  /** Calls under way. */
  open: number;
}

const none: RunCallSums = { inputTokens: 0, outputTokens: 0, costUsd: null, reservedTokens: 0, open: 0 };

/** Sums of these implementations; one that called no model has zeros. */
export async function sumRunCalls(
  db: Db,
  organizationId: string,
  implementationIds: readonly string[],
): Promise<(implementationId: string) => RunCallSums> {
  const isOpen = sql`${modelCalls.endedAt} is null`;
  const rows = await db
    .select({
      implementationId: modelCalls.implementationId,
      inputTokens: sql`coalesce(sum(${modelCalls.inputTokens}), 0)`.mapWith(Number),
      outputTokens: sql`coalesce(sum(${modelCalls.outputTokens}), 0)`.mapWith(Number),
      costUsd: sql<string | null>`sum(${modelCalls.costUsd})`,
      reservedTokens: sql`coalesce(sum(${modelCalls.reservedTokens}) filter (where ${isOpen}), 0)`.mapWith(Number),
      open: sql`count(*) filter (where ${isOpen})`.mapWith(Number),
    })
    .from(modelCalls)
    .where(
      and(eq(modelCalls.organizationId, organizationId), inArray(modelCalls.implementationId, [...implementationIds])),
    )
    .groupBy(modelCalls.implementationId);
  const byId = new Map(
    rows.map(({ implementationId, costUsd, ...sums }) => [
      implementationId,
      { ...sums, costUsd: costUsd === null ? null : Number(costUsd) },
    ]),
  );
  return (implementationId) => byId.get(implementationId) ?? none;
}

/** Whether this run has a call of this id already. */
export async function hasRunCall(db: Db, lease: RunLease, callId: string): Promise<boolean> {
  const rows = await db
    .select({ callId: modelCalls.callId })
    .from(modelCalls)
    .where(
      and(
        eq(modelCalls.organizationId, lease.organizationId),
        eq(modelCalls.implementationId, lease.implementationId),
        eq(modelCalls.callId, callId),
      ),
    );
  return rows.length > 0;
}

/** From here on the vendor may charge for it. */
export async function markCallSent(db: Db, lease: RunLease, call: { callId: string; sentAt: Date }): Promise<void> {
  await db
    .update(modelCalls)
    .set({ sentAt: call.sentAt })
    .where(and(eq(modelCalls.organizationId, lease.organizationId), eq(modelCalls.callId, call.callId)));
}

type OpenCall = Pick<typeof modelCalls.$inferSelect, "callId" | "reservedTokens" | "promptTokens" | "sentAt">;

/** Calls that have not ended. The run must be locked. */
export async function listOpenCalls(
  tx: Db,
  lease: Pick<RunLease, "organizationId" | "implementationId">,
): Promise<OpenCall[]> {
  const { callId, reservedTokens, promptTokens, sentAt } = modelCalls;
  return await tx
    .select({ callId, reservedTokens, promptTokens, sentAt })
    .from(modelCalls)
    .where(
      and(
        eq(modelCalls.organizationId, lease.organizationId),
        eq(modelCalls.implementationId, lease.implementationId),
        isNull(modelCalls.endedAt),
      ),
    );
}
