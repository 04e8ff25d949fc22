import { randomUUID } from "node:crypto";

import { agentCalls } from "#server/platform/db/tables/agent-calls.ts";
import { rules } from "#server/platform/db/tables/rules.ts";
import { topics } from "#server/platform/db/tables/topics.ts";
import type { TestWorld } from "#server/testing/test-ctx.ts";

import { makeHooks, type MadeHooks } from "./make-hooks.ts";

/** What people wrote for agents, what agents called, and who is told of it. */
export async function makeGuidance(
  world: TestWorld,
  given: { organizationId: string; projectId: string; userId: string; canary: string },
): Promise<MadeHooks & { ruleId: string; topicId: string }> {
  const { organizationId, projectId, userId, canary } = given;
  const [ruleId, topicId] = [randomUUID(), randomUUID()];
  const moments = { createdAt: world.ctx.now(), updatedAt: world.ctx.now() };
  const tenant = { organizationId, projectId };
  const text = `${canary} boats`;
  await world.ctx.db.insert(rules).values({ ruleId, ...tenant, condition: text, instruction: text, ...moments });
  await world.ctx.db.insert(topics).values({ topicId, ...tenant, title: canary, content: text, ...moments });
  await world.ctx.db.insert(agentCalls).values({
    ...tenant,
    userId,
    day: moments.createdAt.toISOString().slice(0, 10),
    calls: 1,
    lastCallAt: moments.createdAt,
    lastTool: "search_code",
    lastClient: canary,
  });
  return { ruleId, topicId, ...(await makeHooks(world, { ...tenant, canary })) };
}
