import type { InputOf, OutputOf } from "@cairn/contract/endpoint";
import type { addWishedPage as endpoint } from "@cairn/contract/page-outline";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { chooseOwner } from "#server/domain/pages/catalog/choose-owner.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { lockTrees } from "#server/domain/pages/catalog/move-page.ts";
import { createPage } from "#server/domain/pages/editing/create-page.ts";
import { isPlanTaken } from "#server/domain/pages/store/outline.store.ts";
import { listProjectServices } from "#server/domain/services/list-project-services.ts";
import { planPage, type DraftPlan } from "#server/engine/drafts/plan-page.ts";
import { wishPlan } from "#server/engine/pages/plan/page-plans.ts";

/**
 * Adds a page to a product's outline from what somebody would know. Its sections are planned here, and written
 * afterwards by the model or the built-in engine; those that the code says nothing about leave the page again, all but
 * the first, which says so.
 */
export async function addWishedPage(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { organizationId, projectId } = await requireProject(ctx, input, "artifact.write");
  const services = await listProjectServices(ctx, { organizationId, projectId });
  const wished = planPage(input.wish, { templates: [], services });
  const serviceId = input.serviceId ?? wished.serviceId;
  const owner = await chooseOwner(ctx, { organizationId, projectId, serviceId });
  const plan = wishPlan(wished.title);
  const artifactId = await ctx.db.transaction(async (tx) => {
    // Of two who wish the same at once, the second sees the page of the first.
    await lockTrees(tx, [owner]);
    const isTaken = await isPlanTaken(tx, { ...owner, plan });
    return await createPage(ctx, tx, {
      ...owner,
      parentArtifactId: null,
      title: wished.title,
      plan: isTaken ? null : plan,
      createdBy: ctx.actor.kind === "user" ? ctx.actor.userId : null,
      sections: sectionsOf(wished, input.wish),
    });
  });
  return await getArtifact(ctx, { organizationId, artifactId });
}

/** Aspects that any page may have are nobody's wish: of them the first alone is kept, with the wish as it was said. */
function sectionsOf({ sections }: DraftPlan, wish: string) {
  const named = sections.filter(({ about }) => about === undefined);
  const [first] = sections;
  const wanted = named.length > 1 || first === undefined ? named : [{ ...first, prompt: wish }];
  return wanted.map(({ title, prompt, output }) => ({ title, prompt, output, content: "", sources: [] }));
}
