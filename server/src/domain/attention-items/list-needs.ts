import { maxNeeds, type listNeeds as endpoint, type Need } from "@cairn/contract/attention-items";
import type { ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";

import { listFailedIndexes, listFailedPages, listOpenSetups, listWaitingTasks } from "./needs.store.ts";

/** What waits for the signed-in user, failures first, then their tasks. */
export async function listNeeds(ctx: Ctx): Promise<ResultOf<typeof endpoint>> {
  return await gatherNeeds(ctx, maxNeeds);
}

/** The same, at most `limit` of them; five queries however many organizations and products there are. */
export async function gatherNeeds(ctx: Ctx, limit: number): Promise<ResultOf<typeof endpoint>> {
  const userId = requireUserId(ctx);
  const [indexes, pages, reviews, unblocked, setups] = await Promise.all([
    listFailedIndexes(ctx.db, userId, limit),
    listFailedPages(ctx.db, userId, limit),
    listWaitingTasks(ctx.db, userId, { kind: "in-review", limit }),
    listWaitingTasks(ctx.db, userId, { kind: "unblocked", limit }),
    listOpenSetups(ctx.db, userId, limit),
  ]);
  const content: Need[] = [
    ...indexes.map(({ organization, project, service, error }) => {
      return { kind: "index-failed" as const, organization, project, service, error: error ?? "" };
    }),
    ...pages.map(({ organization, project, artifact }) => {
      return { kind: "page-failed" as const, organization, project, artifact };
    }),
    ...reviews.map(({ organization, project, task }) => {
      return { kind: "task-in-review" as const, organization, project, task };
    }),
    ...unblocked.map(({ organization, project, task }) => {
      return { kind: "task-unblocked" as const, organization, project, task };
    }),
    ...setups.map(({ organization, project, step }) => ({ kind: "setup" as const, organization, project, step })),
  ];
  const total = [indexes, pages, reviews, unblocked, setups].reduce((sum, rows) => sum + (rows[0]?.total ?? 0), 0);
  return { content: content.slice(0, limit), total };
}
