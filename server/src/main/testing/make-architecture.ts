import {
  architectureBaselines,
  architectureEdges,
  architectureNodes,
  proposalCorrections,
} from "#server/platform/db/tables/architecture.ts";
import type { TestWorld } from "#server/testing/test-ctx.ts";

/** Of the node that every tenant has beside its service. */
export const paymentsNodeId = "outside:payments";

/** What people said of an architecture: a service may use payments, which no code shows, and what was found is called otherwise. */
export async function makeArchitecture(
  world: TestWorld,
  given: Record<"organizationId" | "projectId" | "serviceId" | "repositoryId" | "userId" | "canary", string>,
): Promise<void> {
  const { organizationId, projectId, serviceId, repositoryId, userId, canary } = given;
  const tenant = { organizationId, projectId };
  const { db } = world.ctx;
  const [setAt, updatedAt] = [world.ctx.now(), world.ctx.now()];
  await db.insert(architectureNodes).values([
    { ...tenant, nodeId: serviceId, serviceId, kind: "service", name: canary, x: 0, y: 240, updatedAt },
    { ...tenant, nodeId: paymentsNodeId, kind: "outside", name: canary, updatedAt },
  ]);
  const ends = { sourceId: serviceId, targetId: paymentsNodeId };
  await db.insert(architectureEdges).values({ ...tenant, ...ends, stance: "allowed", setBy: userId, setAt });
  await db.insert(architectureBaselines).values({ ...tenant, setBy: userId, setAt });
  const correction = { name: canary };
  await db.insert(proposalCorrections).values({ ...tenant, repositoryId, foundPath: "/quay", correction, updatedAt });
}
