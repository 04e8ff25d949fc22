import { maxNeeds, type listNeeds as endpoint, type Need } from "@cairn/contract/attention-items";
import type { ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";

import { listFailedIndexes, listFailedPages, listOpenSetups, listWaitingTasks } from "./needs.store.ts";
import { listCommentedChanges, listPausedRuns } from "./run-needs.store.ts";

/** What waits for the signed-in user, failures first, then their runs and tasks. */
export async function listNeeds(ctx: Ctx): Promise<ResultOf<typeof endpoint>> {
  return await gatherNeeds(ctx, maxNeeds);
}

/** The same, at most `limit` of them; seven queries however many organizations and products there are. */
export async function gatherNeeds(ctx: Ctx, limit: number): Promise<ResultOf<typeof endpoint>> {
  const userId = requireUserId(ctx);
  const [indexes, pages, paused, commented, reviews, unblocked, setups] = await Promise.all([
    listFailedIndexes(ctx.db, userId, limit),
    listFailedPages(ctx.db, userId, limit),
    listPausedRuns(ctx.db, userId, limit),
    listCommentedChanges(ctx.db, userId, limit),
    listWaitingTasks(ctx.db, userId, { kind: "in-review", limit }),
    listWaitingTasks(ctx.db, userId, { kind: "unblocked", limit }),
    listOpenSetups(ctx.db, userId, limit),
  ]);
  // What is to be done about such a task is said already.
  const spoken = new Set(commented.map(({ task }) => task.taskId));
  const toReview = reviews.filter(({ task }) => !spoken.has(task.taskId));
  const content: Need[] = [
    ...indexes.map(({ organization, project, service, error }) => {
      return { kind: "index-failed" as const, organization, project, service, error: error ?? "" };
    }),
    ...pages.map(({ organization, project, artifact }) => {
      return { kind: "page-failed" as const, organization, project, artifact };
    }),
    ...paused.map(({ organization, project, task, implementationId, pause }) => {
      const reason = pause?.message ?? "";
      return { kind: "run-paused" as const, organization, project, task, implementationId, reason };
    }),
    ...commented.map(({ organization, project, task, implementationId, count }) => {
      return { kind: "open-comments" as const, organization, project, task, implementationId, count };
    }),
    ...toReview.map(({ organization, project, task }) => {
      return { kind: "task-in-review" as const, organization, project, task };
    }),
    ...unblocked.map(({ organization, project, task }) => {
      return { kind: "task-unblocked" as const, organization, project, task };
    }),
    ...setups.map(({ organization, project, step }) => ({ kind: "setup" as const, organization, project, step })),
  ];
  const all = [indexes, pages, paused, commented, reviews, unblocked, setups];
  const total = all.reduce((sum, rows) => sum + (rows[0]?.total ?? 0), toReview.length - reviews.length);
  return { content: content.slice(0, limit), total };
}
