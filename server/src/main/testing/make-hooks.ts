import { randomUUID } from "node:crypto";

import { sealAddress } from "#server/domain/event-hooks/describe-hook.ts";
import { eventHooks, hookDeliveries } from "#server/platform/db/tables/event-hooks.ts";
import type { TestWorld } from "#server/testing/test-ctx.ts";

/** A webhook, and something it was told. */
export interface MadeHooks {
  hookId: string;
  deliveryId: string;
}

/** A webhook of a product, and something it was told. */
export async function makeHooks(
  world: TestWorld,
  { organizationId, projectId, canary }: { organizationId: string; projectId: string; canary: string },
): Promise<MadeHooks> {
  const [hookId, deliveryId] = [randomUUID(), randomUUID()];
  const { db } = world.ctx;
  const createdAt = world.ctx.now();
  const sealedUrl = sealAddress(world.ctx, { organizationId, hookId }, `https://hooks.example.test/${canary}`);
  const hook = { hookId, organizationId, projectId, sealedUrl, sealedSecret: canary, createdAt };
  await db.insert(eventHooks).values({ ...hook, events: ["implementation.merged"] });
  const delivery = { deliveryId, organizationId, hookId, type: "test", data: { projectId }, createdAt } as const;
  await db.insert(hookDeliveries).values({ ...delivery, state: "delivered", attempts: 1, responseStatus: 204 });
  return { hookId, deliveryId };
}
