import { maxNeeds } from "@cairn/contract/attention-items";

import type { Ctx } from "#server/ctx.ts";

import { listReviewNeeds } from "./list-review-needs.ts";

/** How many runs and reviews of a product wait for whoever asks, as their home tells them; an agent is told of none. */
export async function countReviewNeeds({ actor, db }: Pick<Ctx, "actor" | "db">, projectId: string): Promise<number> {
  if (actor.kind !== "user") return 0;
  const { total } = await listReviewNeeds(db, { userId: actor.userId, projectId }, maxNeeds);
  return total;
}
