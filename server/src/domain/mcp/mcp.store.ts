import type { AgentWriting } from "@cairn/contract/mcp";
import { and, desc, eq, ne, sql, sum } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { agentCalls } from "#server/platform/db/tables/agent-calls.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import { users } from "#server/platform/db/tables/users.ts";

const isProject = ({ organizationId, projectId }: ProjectKey) =>
  and(eq(projects.organizationId, organizationId), eq(projects.projectId, projectId));

/** Whether agents may change the project's tasks, and who said so. */
export async function loadAgentWriting(db: Db, project: ProjectKey): Promise<AgentWriting> {
  const [row] = await db
    .select({
      isOn: projects.agentsWriteTasks,
      at: projects.agentsSwitchedAt,
      by: { userId: users.userId, firstName: users.firstName, lastName: users.lastName },
    })
    .from(projects)
    .leftJoin(users, eq(users.userId, projects.agentsSwitchedBy))
    .where(isProject(project));
  const { isOn = false, at = null, by = null } = row ?? {};
  return { isOn, switched: at && { at: at.toISOString(), by } };
}

/** False where it is switched so already. */
export async function updateAgentWriting(
  db: Db,
  project: ProjectKey,
  { isOn, by, at }: { isOn: boolean; by: string; at: Date },
): Promise<boolean> {
  const rows = await db
    .update(projects)
    .set({ agentsWriteTasks: isOn, agentsSwitchedBy: by, agentsSwitchedAt: at })
    .where(and(isProject(project), ne(projects.agentsWriteTasks, isOn)))
    .returning({ projectId: projects.projectId });
  return rows.length > 0;
}

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
