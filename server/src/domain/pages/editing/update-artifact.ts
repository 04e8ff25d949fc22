import type { InputOf, OutputOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { updateArtifact as endpoint } from "@cairn/contract/pages";

import type { Ctx } from "#server/ctx.ts";
import { chooseOwner } from "#server/domain/pages/catalog/choose-owner.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { isSameOwner, lockTrees, movePage, ownerOf } from "#server/domain/pages/catalog/move-page.ts";
import { requirePage } from "#server/domain/pages/catalog/require-page.ts";
import { checkSections } from "#server/domain/pages/sections/check-sections.ts";
import { loadCurrent } from "#server/domain/pages/sections/load-current.ts";
import { type ArtifactRow, lockPage } from "#server/domain/pages/store/artifacts.store.ts";
import type { TreeOwner } from "#server/domain/pages/store/tree.store.ts";

import { publishEdit } from "./publish-page.ts";

type UpdateArtifactInput = InputOf<typeof endpoint>;

/**
 * Publishes what a person made of a page. What others published since `revision` is merged section by section; where
 * both changed the same, nothing is published and the conflict says what the others have.
 */
export async function updateArtifact(ctx: Ctx, input: UpdateArtifactInput): Promise<OutputOf<typeof endpoint>> {
  const found = await requirePage(ctx, input, "artifact.write");
  const { organizationId, artifactId } = found;
  const key = { organizationId, artifactId };
  const owner = await newOwner(ctx, found, input);
  const current = await loadCurrent(ctx.db, key);
  const sections = input.sections && (await checkSections(ctx, { sections: input.sections, current }));
  const conflict = await ctx.db.transaction(async (tx) => {
    if (owner) await lockTrees(tx, [ownerOf(found), owner]);
    const page = await lockPage(tx, key);
    if (!page || (owner && !isSameOwner(page, found))) throw notFound("Page");
    const refused = await publishEdit(ctx, tx, page, { ...input, sections });
    if (owner && !refused) await movePage(tx, page, owner);
    return refused;
  });
  if (conflict) throw conflict;
  return await getArtifact(ctx, key);
}

/** Null when the page stays where it is. Another product takes it from its service. */
async function newOwner(
  ctx: Ctx,
  page: ArtifactRow,
  { projectId, serviceId }: UpdateArtifactInput,
): Promise<TreeOwner | null> {
  const product = projectId === undefined ? page.projectId : projectId;
  const isSameProduct = product === page.projectId;
  const service = serviceId === undefined && isSameProduct ? page.serviceId : (serviceId ?? null);
  if (isSameOwner(page, { ...page, projectId: product, serviceId: service })) return null;
  return await chooseOwner(ctx, { organizationId: page.organizationId, projectId: product, serviceId: service });
}
