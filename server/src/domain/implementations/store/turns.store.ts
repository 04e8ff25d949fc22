import { and, asc, eq, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { runTurns, type TurnReason } from "#server/platform/db/tables/implementations.ts";
import type { TurnMessage } from "#server/platform/models/model-port.ts";

import type { RunLease } from "./runs.store.ts";

export type TurnRow = typeof runTurns.$inferSelect;

export interface NewTurn {
  attempt: number;
  reason: TurnReason | null;
  message: TurnMessage;
  commitOid: string;
  createdAt: Date;
}

/** All that was said in an implementation, over all its runs. */
export async function listTurns(db: Db, lease: RunLease): Promise<TurnRow[]> {
  return await db
    .select()
    .from(runTurns)
    .where(
      and(eq(runTurns.organizationId, lease.organizationId), eq(runTurns.implementationId, lease.implementationId)),
    )
    .orderBy(asc(runTurns.sequence));
}

/** Adds to what was said. The run must be locked. */
export async function insertTurn(tx: Db, lease: RunLease, turn: NewTurn): Promise<void> {
  const { organizationId, implementationId } = lease;
  const sequence = sql<number>`(select coalesce(max(t.sequence), 0) + 1 from ${runTurns} t
    where t.implementation_id = ${implementationId})`;
  await tx.insert(runTurns).values({ organizationId, implementationId, sequence, ...turn });
}
