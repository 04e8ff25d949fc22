import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { testEventHook as endpoint } from "@cairn/contract/event-hooks";

import type { Ctx } from "#server/ctx.ts";

import { queueDelivery } from "./queue-delivery.ts";
import { requireHook } from "./require-hook.ts";

/** Sends a test to an address, as everything else is sent; what becomes of it stands among its deliveries. */
export async function testEventHook(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { project, hook } = await requireHook(ctx, input);
  const { organizationId, projectId } = project;
  return await queueDelivery(ctx, hook, { type: "test", data: { organizationId, projectId } });
}
