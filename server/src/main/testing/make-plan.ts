import { randomUUID } from "node:crypto";

import { planItems, planLinks, planLocations, plans } from "#server/platform/db/tables/plans.ts";
import type { TestWorld } from "#server/testing/test-ctx.ts";

/** A plan with three items: one that the others wait for, with a file that it lands in. */
export async function makePlan(
  world: TestWorld,
  given: {
    organizationId: string;
    projectId: string;
    repositoryId: string;
    serviceId: string;
    artifactId: string;
    userId: string;
    canary: string;
  },
): Promise<{ planId: string; itemId: string; otherItemId: string }> {
  const { organizationId, projectId, repositoryId, serviceId, artifactId, userId, canary } = given;
  const { db } = world.ctx;
  const [planId, firstId, itemId, otherItemId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const now = world.ctx.now();
  const source = { origin: "page", artifactId, sessionId: null, writtenBy: canary } as const;
  const outcome = { state: "ready", proposal: 1, progress: null, error: null, nothing: null } as const;
  const moments = { createdBy: userId, createdAt: now, updatedAt: now };
  await db
    .insert(plans)
    .values({ planId, organizationId, projectId, goal: canary, notes: [canary], ...source, ...outcome, ...moments });
  const texts = { title: canary, description: canary, criteria: [canary], note: canary, serviceId, version: 1 };
  const common = { organizationId, planId, ...texts };
  await db.insert(planItems).values([
    { ...common, itemId: firstId, rank: "a0" },
    { ...common, itemId, rank: "a1" },
    { ...common, itemId: otherItemId, rank: "a2" },
  ]);
  await db.insert(planLinks).values([
    { organizationId, itemId, blockerId: firstId },
    { organizationId, itemId: otherItemId, blockerId: firstId },
  ]);
  const whole = { position: 0, startLine: null, endLine: null, symbol: canary };
  const why = [{ kind: "words" as const, words: [canary], source: null }];
  await db
    .insert(planLocations)
    .values({ organizationId, itemId: firstId, repositoryId, path: `${canary}.ts`, ...whole, why });
  return { planId, itemId, otherItemId };
}
