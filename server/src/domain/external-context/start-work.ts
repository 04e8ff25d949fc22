import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";

import { forgetIndexed, type ContextScope } from "./external-context.store.ts";

/** Puts reading the pages that wait in this organization in line, within `db`. */
export async function startCrawling(ctx: Ctx, db: Db, { organizationId }: ContextScope): Promise<void> {
  // One run for an organization, whatever the number of its topics: no organization's crawls delay those of others.
  await ctx.enqueue(db, "crawl-topics", { organizationId }, organizationId);
}

/** Puts bringing the project's topics to its index in line, within `db`. */
export async function startIndexingTopics(
  ctx: Pick<Ctx, "enqueue">,
  db: Db,
  { organizationId, projectId }: ProjectKey,
): Promise<void> {
  await ctx.enqueue(db, "index-topics", { organizationId, projectId }, projectId);
}

/**
 * Discards what was built of the topics of an organization, or of one project, and enqueues building it again,
 * within `db`. The topics themselves stay: people wrote or chose them. The caller has asked for the right.
 */
export async function restartIndexingTopics(ctx: Ctx, db: Db, scope: ContextScope): Promise<void> {
  for (const project of await forgetIndexed(db, scope)) await startIndexingTopics(ctx, db, project);
}
