import { maxNeeds, type listNeeds as endpoint, type Need } from "@cairn/contract/attention-items";
import type { ResultOf } from "@cairn/contract/endpoint";

import type { Ctx } from "#server/ctx.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";

import { listFailedIndexes, listFailedPages, listOpenSetups } from "./needs.store.ts";

/** What waits for the signed-in user, failures first; three queries however many organizations and products there are. */
export async function listNeeds(ctx: Ctx): Promise<ResultOf<typeof endpoint>> {
  const userId = requireUserId(ctx);
  const [indexes, pages, setups] = await Promise.all([
    listFailedIndexes(ctx.db, userId, maxNeeds),
    listFailedPages(ctx.db, userId, maxNeeds),
    listOpenSetups(ctx.db, userId, maxNeeds),
  ]);
  const content: Need[] = [
    ...indexes.map(({ organization, project, service, error }) => {
      return { kind: "index-failed" as const, organization, project, service, error: error ?? "" };
    }),
    ...pages.map(({ organization, project, artifact }) => {
      return { kind: "page-failed" as const, organization, project, artifact };
    }),
    ...setups.map(({ organization, project, step }) => ({ kind: "setup" as const, organization, project, step })),
  ];
  const total = [indexes, pages, setups].reduce((sum, rows) => sum + (rows[0]?.total ?? 0), 0);
  return { content: content.slice(0, maxNeeds), total };
}
