import type { DemoCopyState } from "@cairn/contract/demo";
import { AppError } from "@cairn/contract/errors";

import { withActor, type Ctx } from "#server/ctx.ts";
import { demoFile } from "#server/domain/demo/demo-file.ts";
import { recordDemoCopy } from "#server/domain/demo/record-demo-copy.ts";
import { importBundle } from "#server/domain/hosting/import-bundle.ts";
import type { Route } from "#server/edge.ts";

import { demo } from "./demo-products.ts";
import { createInnerClient } from "./inner-client.ts";
import { countSteps, makeDemoProduct, type DemoMaker } from "./make-demo-product.ts";

export interface CopyToFill {
  organizationId: string;
  /** Whose copy it is, who makes everything in it. */
  userId: string;
}

/**
 * Fills a visitor's copy of the demo with its products, as that person. It goes on where a killed server left it, and ends
 * without a word where the copy was thrown away meanwhile.
 */
export async function fillDemoCopy(
  ctx: Ctx,
  { organizationId, userId }: CopyToFill,
  { routes, isLastTry }: { routes: readonly Route[]; isLastTry: boolean },
): Promise<void> {
  const client = createInnerClient(withActor(ctx, { kind: "user", userId }), routes);
  const bringCode: DemoMaker["bringCode"] = async ({ projectId, repository }, { bundle }) => {
    const { repositoryId } = repository;
    const target = { organizationId, projectId, repositoryId, bundle: demoFile(bundle) };
    return !(await importBundle(ctx, target)).hasChanged;
  };
  const steps = demo.products.reduce((sum, product) => sum + countSteps(product), 0);
  let done = 0;
  const tell = (state: DemoCopyState) =>
    recordDemoCopy(ctx, { organizationId, state, progress: Math.round((done / steps) * 100) });
  const onStep = async (): Promise<void> => {
    done += 1;
    await tell("making");
  };
  try {
    for (const product of demo.products) await makeDemoProduct({ client, bringCode, onStep }, organizationId, product);
    await tell("ready");
    await ctx.enqueue(ctx.db, "work-in-demo-copy", { organizationId, userId }, organizationId);
  } catch (error) {
    // The queue tries no job again that ended with such an error.
    const isFinal = error instanceof AppError && !error.isRetryable;
    if (isFinal || isLastTry) await tell("failed");
    const isGone = error instanceof AppError && error.code === "not_found";
    if (!isGone) throw error;
    ctx.log.warn({ error }, "a copy of the demo was thrown away or changed while it was made");
  }
}
