import type { DemoCopyState } from "@cairn/contract/demo";
import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";

import { updateCopy } from "./demo-copies.store.ts";

/** Says how far a copy is, where it is still there. The system alone does this. */
export async function recordDemoCopy(
  ctx: Ctx,
  input: { organizationId: string; state: DemoCopyState; progress: number },
): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== "system" || actor.organizationId !== input.organizationId) {
    throw new AppError("forbidden", { message: "Only the server makes a copy of the demo" });
  }
  await updateCopy(ctx.db, input);
}
