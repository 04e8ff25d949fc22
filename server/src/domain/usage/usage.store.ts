import { and, eq, gte, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";
import { modelCalls } from "#server/platform/db/tables/model-calls.ts";

type NewCall = typeof modelCalls.$inferInsert;

/** Until the transaction ends, nobody else counts or takes tokens of this organization. */
export async function lockBudget(tx: Db, organizationId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`model budget ${organizationId}`}, 0))`);
}

/** Whoever takes such a run over or ends it ends its calls as well. */
const isOfLivingRun = sql`exists (select 1 from ${implementations}
  where ${implementations.implementationId} = ${modelCalls.implementationId} and ${implementations.endedAt} is null)`;

/** Tokens taken since `from`, with what is set aside for calls under way that began after `aliveSince` or belong to a run. */
export async function sumTokens(
  tx: Db,
  { organizationId, from, aliveSince }: { organizationId: string; from: Date; aliveSince: Date },
): Promise<number> {
  const { endedAt, startedAt, inputTokens, outputTokens, reservedTokens } = modelCalls;
  const taken = sql`case
    when ${endedAt} is not null then coalesce(${inputTokens}, 0)::bigint + coalesce(${outputTokens}, 0)
    when ${startedAt} > ${aliveSince.toISOString()}::timestamptz or ${isOfLivingRun} then ${reservedTokens}::bigint
    else 0 end`;
  const [row] = await tx
    .select({ tokens: sql<string>`coalesce(sum(${taken}), 0)` })
    .from(modelCalls)
    .where(and(eq(modelCalls.organizationId, organizationId), gte(startedAt, from)));
  return Number(row?.tokens ?? 0);
}

export async function insertCall(tx: Db, call: NewCall): Promise<void> {
  await tx.insert(modelCalls).values(call);
}

export async function endCall(
  db: Db,
  call: Required<Pick<NewCall, "organizationId" | "callId" | "inputTokens" | "outputTokens" | "costUsd" | "endedAt">>,
): Promise<void> {
  const { organizationId, callId, ...ended } = call;
  await db
    .update(modelCalls)
    .set(ended)
    .where(and(eq(modelCalls.organizationId, organizationId), eq(modelCalls.callId, callId)));
}
