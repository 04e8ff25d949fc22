import { and, desc, eq, sql, sum } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { agentCalls } from "#server/platform/db/tables/agent-calls.ts";

/** Counts one call in the row of its day. */
export async function upsertAgentCall(db: Db, call: Omit<typeof agentCalls.$inferInsert, "calls">): Promise<void> {
  const { lastCallAt, lastTool, lastClient } = call;
  await db
    .insert(agentCalls)
    .values({ ...call, calls: 1 })
    .onConflictDoUpdate({
      target: [agentCalls.projectId, agentCalls.userId, agentCalls.day],
      set: { calls: sql`${agentCalls.calls} + 1`, lastCallAt, lastTool, lastClient },
    });
}

/** Calls of everybody on one day. */
export async function countAgentCalls(db: Db, { organizationId, projectId }: ProjectKey, day: string): Promise<number> {
  const [row] = await db
    .select({ calls: sum(agentCalls.calls).mapWith(Number) })
    .from(agentCalls)
    .where(
      and(eq(agentCalls.organizationId, organizationId), eq(agentCalls.projectId, projectId), eq(agentCalls.day, day)),
    );
  return row?.calls ?? 0;
}

/** The newest call of one person; null when there was none. */
export async function selectLastAgentCall(
  db: Db,
  { organizationId, projectId }: ProjectKey,
  userId: string,
): Promise<Pick<typeof agentCalls.$inferSelect, "lastCallAt" | "lastTool" | "lastClient"> | null> {
  const [row] = await db
    .select({ lastCallAt: agentCalls.lastCallAt, lastTool: agentCalls.lastTool, lastClient: agentCalls.lastClient })
    .from(agentCalls)
    .where(
      and(
        eq(agentCalls.organizationId, organizationId),
        eq(agentCalls.projectId, projectId),
        eq(agentCalls.userId, userId),
      ),
    )
    .orderBy(desc(agentCalls.day))
    .limit(1);
  return row ?? null;
}
