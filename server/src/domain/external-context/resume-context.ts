import type { Ctx } from "#server/ctx.ts";
import { readMain } from "#server/platform/git/hosting/write-commit.ts";
import { contextDirectory } from "#server/platform/storage/data-folders.ts";

import { listOrganizationsCrawling, listProjectsWithTopics } from "./external-context.store.ts";
import { startIndexingTopics } from "./start-work.ts";

/**
 * Enqueues unfinished crawls again, and the topics of every project whose index lacks
 * any or is not there; for the start of a process beside which no other works.
 */
export async function resumeContext(ctx: Pick<Ctx, "wholeDb" | "enqueue" | "indexes" | "settings">): Promise<void> {
  for (const organizationId of await listOrganizationsCrawling(ctx.wholeDb)) {
    await ctx.enqueue(ctx.wholeDb, "crawl-topics", { organizationId }, organizationId);
  }
  for (const project of await listProjectsWithTopics(ctx.wholeDb)) {
    const directory = contextDirectory(ctx.settings.server.dataDir, project.projectId);
    const isThere = ctx.indexes.has(project.projectId) && (await readMain(directory)) !== null;
    if (!project.isIndexed || !isThere) await startIndexingTopics(ctx, ctx.wholeDb, project);
  }
}
