import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { createPlan as endpoint } from "@cairn/contract/plans";

import type { Ctx } from "#server/ctx.ts";
import { requireChat } from "#server/domain/chat/session/require-chat.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { requirePage } from "#server/domain/pages/catalog/require-page.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { storable } from "#server/text/storable.ts";

import { getPlan } from "./get-plan.ts";
import { insertPlan, type PlanRow } from "./plans.store.ts";
import { startPlanning } from "./start-planning.ts";

type CreatePlanInput = InputOf<typeof endpoint>;

/** A new plan with its goal; the tasks are proposed afterwards. */
export async function createPlan(ctx: Ctx, input: CreatePlanInput): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId } = await requireProject(ctx, input, "task.write");
  const key = { organizationId, projectId };
  const origin = await requireOrigin(ctx, key, input.origin);
  const planId = ctx.newId();
  const [createdBy, now] = [ctx.actor.kind === "user" ? ctx.actor.userId : null, ctx.now()];
  const state = { state: "waiting" as const, proposal: 1, progress: null, error: null, notes: [], nothing: null };
  await ctx.db.transaction(async (tx) => {
    const goal = storable(input.goal);
    const made = { goal, ...origin, writtenBy: null, createdBy, createdAt: now, updatedAt: now };
    await insertPlan(tx, { planId, ...key, ...state, ...made });
    await startPlanning(ctx, tx, { organizationId, planId });
  });
  return await getPlan(ctx, { ...key, planId });
}

/** What somebody says a goal comes from has to be theirs to read, and about this product. */
async function requireOrigin(
  ctx: Ctx,
  project: ProjectKey,
  origin: CreatePlanInput["origin"],
): Promise<Pick<PlanRow, "origin" | "sessionId" | "artifactId">> {
  const { organizationId, projectId } = project;
  const isHere = (owner: { projectId: string | null }) => owner.projectId === null || owner.projectId === projectId;
  switch (origin?.kind) {
    case "chat": {
      const { sessionId } = origin;
      if (!isHere(await requireChat(ctx, { organizationId, sessionId }))) throw notFound("Chat");
      return { origin: "chat", sessionId, artifactId: null };
    }
    case "page": {
      const { artifactId } = origin;
      if (!isHere(await requirePage(ctx, { organizationId, artifactId }, "artifact.read"))) throw notFound("Page");
      return { origin: "page", sessionId: null, artifactId };
    }
    case undefined:
      return { origin: null, sessionId: null, artifactId: null };
  }
}
