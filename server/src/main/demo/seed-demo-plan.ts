import { createPlan, listPlans } from "@cairn/contract/plans";

import type { ApiCaller } from "./api-caller.ts";

const goal =
  "Passengers write to the office because a delay on the board says nothing about its reason. Let the office give a reason when it reports a delay, store the reason with the delay report, and show the reason on the board beside the expected time. A reason has at most 80 characters. Without a reason the board looks as it does today.";

/** A plan of the demo product, worked out as soon as its code is indexed; none where somebody has made one already. */
export async function seedDemoPlan(
  client: ApiCaller,
  params: { organizationId: string; projectId: string },
): Promise<void> {
  const { total } = await client.call(listPlans, { params, query: { limit: "1" } });
  if (total === 0) await client.call(createPlan, { params, body: { goal } });
}
