import { maxNeeds, type listNeeds as endpoint, type Need } from "@cairn/contract/attention-items";
import type { ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";

import { listDrifts } from "./drift-needs.store.ts";
import { listReviewNeeds } from "./list-review-needs.ts";
import { listFailedIndexes, listFailedPages, listOpenSetups, listWaitingTasks } from "./needs.store.ts";

/** What waits for the signed-in user, failures first, then their runs and tasks. */
export async function listNeeds(ctx: Ctx): Promise<ResultOf<typeof endpoint>> {
  return await gatherNeeds(ctx, maxNeeds);
}

/** The same, at most `limit` of them; ten queries however many organizations and products there are. */
export async function gatherNeeds(ctx: Ctx, limit: number): Promise<ResultOf<typeof endpoint>> {
  const userId = requireUserId(ctx);
  const [indexes, pages, drifts, reviews, unblocked, setups] = await Promise.all([
    listFailedIndexes(ctx.db, userId, limit),
    listFailedPages(ctx.db, userId, limit),
    listDrifts(ctx.db, userId, limit),
    listReviewNeeds(ctx.db, { userId }, limit),
    listWaitingTasks(ctx.db, { userId }, { kind: "unblocked", limit }),
    listOpenSetups(ctx.db, userId, limit),
  ]);
  const { failed, paused, unmerged, commented, toReview, total: totalOfReviews } = reviews;
  const content: Need[] = [
    ...indexes.map(({ organization, project, service, error }) => {
      return { kind: "index-failed" as const, organization, project, service, error: error ?? "" };
    }),
    ...pages.map(({ organization, project, artifact }) => {
      return { kind: "page-failed" as const, organization, project, artifact };
    }),
    ...drifts.map(({ organization, project, count, change: { evidence, ...change } }) => {
      const [first] = evidence;
      const line = { path: first?.path ?? "", line: first?.startLine ?? 1 };
      return { kind: "drift" as const, organization, project, count, change: { ...change, ...line } };
    }),
    ...failed.map(({ organization, project, task, implementationId, reason }) => {
      return { kind: "run-failed" as const, organization, project, task, implementationId, reason: reason ?? "" };
    }),
    ...paused.map(({ organization, project, task, implementationId, pause }) => {
      const reason = pause?.message ?? "";
      return { kind: "run-paused" as const, organization, project, task, implementationId, reason };
    }),
    ...unmerged.map(({ organization, project, task, implementationId, reason }) => {
      return { kind: "not-merged" as const, organization, project, task, implementationId, reason: reason ?? "" };
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
  const total = [indexes, pages, drifts, unblocked, setups].reduce(
    (sum, rows) => sum + (rows[0]?.total ?? 0),
    totalOfReviews,
  );
  return { content: content.slice(0, limit), total };
}
