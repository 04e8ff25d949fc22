import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { createTopic as endpoint } from "@cairn/contract/external-context";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { describeTopic } from "./describe-topic.ts";
import { insertTopic, lockProject, type TopicRow } from "./external-context.store.ts";
import { refuseTooLong, refuseTooMany } from "./refuse-too-much.ts";
import { requireTopic } from "./require-topic.ts";
import { startCrawling, startIndexingTopics } from "./start-work.ts";

/** A new topic. One from an address is empty until its page was read in the background. */
export async function createTopic(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "external-context.write");
  // An address that this server may not visit is refused at once; the crawl checks again.
  if (input.mode === "url") await ctx.egress.checkUrl(input.crawl.url);
  const row = toRow(ctx, project, input);
  await ctx.db.transaction(async (tx) => {
    if (!(await lockProject(tx, project))) throw notFound("Product");
    await refuseTooMany(tx, project);
    await refuseTooLong(tx, row, row.content);
    await insertTopic(tx, row);
    const { organizationId } = project;
    await recordAudit(ctx, tx, { organizationId, action: "external-context.created", target: row.title });
    if (input.mode === "url") await startCrawling(ctx, tx, project);
    else await startIndexingTopics(ctx, tx, project);
  });
  return describeTopic(await requireTopic(ctx, row, "external-context.write"));
}

function toRow(
  ctx: Ctx,
  { organizationId, projectId }: { organizationId: string; projectId: string },
  input: InputOf<typeof endpoint>,
): TopicRow {
  return {
    topicId: ctx.newId(),
    organizationId,
    projectId,
    title: input.title,
    content: input.mode === "manual" ? input.content : "",
    indexedHash: null,
    url: input.mode === "url" ? input.crawl.url : null,
    crawlStatus: input.mode === "url" ? "waiting" : null,
    fetchedAt: null,
    crawlError: null,
    createdBy: ctx.actor.kind === "user" ? ctx.actor.userId : null,
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  };
}
