import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { refreshTopic as endpoint } from "@cairn/contract/external-context";

import type { Ctx } from "#server/ctx.ts";

import { describeTopic } from "./describe-topic.ts";
import { askForCrawl } from "./external-context.store.ts";
import { requireTopic } from "./require-topic.ts";
import { startCrawling } from "./start-work.ts";

/** Reads the topic's address again in the background; a crawl that waits or runs already serves for this too. */
export async function refreshTopic(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireTopic(ctx, input, "external-context.write");
  if (row.url === null) {
    throw new AppError("invalid_input", { message: "This topic was written by hand; there is nothing to fetch." });
  }
  await ctx.db.transaction(async (tx) => {
    await askForCrawl(tx, row);
    // Also while one waits or runs already: should that run be lost, a second request starts another.
    await startCrawling(ctx, tx, row);
  });
  return describeTopic(await requireTopic(ctx, row, "external-context.write"));
}
