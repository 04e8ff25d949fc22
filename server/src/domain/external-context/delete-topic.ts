import type { InputOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { deleteTopic as endpoint } from "@cairn/contract/external-context";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";

import { deleteTopicRow } from "./external-context.store.ts";
import { requireTopic } from "./require-topic.ts";
import { startIndexingTopics } from "./start-work.ts";

/** Deletes a topic. A crawl of it that is under way ends without a trace; the index follows in the background. */
export async function deleteTopic(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const row = await requireTopic(ctx, input, "external-context.write");
  const { organizationId } = row;
  await ctx.db.transaction(async (tx) => {
    const gone = await deleteTopicRow(tx, row);
    if (!gone) throw notFound("Topic");
    await recordAudit(ctx, tx, { organizationId, action: "external-context.deleted", target: gone.title });
    await startIndexingTopics(ctx, tx, row);
  });
}
