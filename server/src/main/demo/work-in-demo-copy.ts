import { AppError } from "@cairn/contract/errors";
import { listProjects } from "@cairn/contract/projects";

import { withActor, type Ctx } from "#server/ctx.ts";
import type { Route } from "#server/edge.ts";

import { demo } from "./demo-products.ts";
import type { CopyToFill } from "./fill-demo-copy.ts";
import { createInnerClient } from "./inner-client.ts";
import { seedDemoComments } from "./seed-demo-comments.ts";
import { seedDemoDecisions } from "./seed-demo-decisions.ts";
import { copiedImplementations, leaveOut, seedDemoImplementations } from "./seed-demo-implementations.ts";
import { seedDemoPlan } from "./seed-demo-plan.ts";

/**
 * Shows in a visitor's copy of the demo what a team does with it: a plan, a change that was merged and one with what a reviewer
 * said. All of it is done as that person, by runs in their copy; it waits for them, while the copy is used already. What that
 * person has begun meanwhile stays, and what they removed is left out.
 */
export async function workInDemoCopy(
  ctx: Ctx,
  { organizationId, userId }: CopyToFill,
  routes: readonly Route[],
): Promise<void> {
  const client = createInnerClient(withActor(ctx, { kind: "user", userId }), routes);
  try {
    const { content: projects } = await client.call(listProjects, { params: { organizationId } });
    for (const { slug } of demo.products.filter(({ isGuided }) => isGuided)) {
      const projectId = projects.find((one) => one.slug === slug)?.projectId;
      if (projectId === undefined) continue;
      const project = { organizationId, projectId };
      await seedDemoPlan(client, project);
      await seedDemoImplementations(ctx, client, project, copiedImplementations);
      await seedDemoComments(ctx, client, project).catch((error: unknown) => leaveOut(ctx, error, "comments"));
      await seedDemoDecisions(ctx, client, project, copiedImplementations);
    }
  } catch (error) {
    // The copy was thrown away, or this server runs nothing: it is of use without.
    if (!(error instanceof AppError) || error.isRetryable) throw error;
    ctx.log.warn({ error }, "a copy of the demo stays without some of its runs");
  }
}
