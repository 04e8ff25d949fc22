import type { InputOf, OutputOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { updateArtifact as endpoint } from "@cairn/contract/pages";

import type { Ctx } from "../../ctx.ts";
import { type ArtifactRow, lockPage } from "./artifacts.store.ts";
import { checkSections } from "./check-sections.ts";
import { chooseOwner } from "./choose-owner.ts";
import { getArtifact } from "./get-artifact.ts";
import { isSameOwner, lockTrees, movePage, ownerOf } from "./move-page.ts";
import { publishEdit } from "./publish-page.ts";
import { readCurrent } from "./read-current.ts";
import { requirePage } from "./require-page.ts";
import type { TreeOwner } from "./tree.store.ts";

type Input = InputOf<typeof endpoint>;

/**
 * Publishes what a person made of a page. What others published since `revision` is merged section by section; where
 * both changed the same, nothing is published and the conflict says what the others have.
 */
export async function updateArtifact(ctx: Ctx, input: Input): Promise<OutputOf<typeof endpoint>> {
  const found = await requirePage(ctx, input, "artifact.write");
  const { organizationId, artifactId } = found;
  const key = { organizationId, artifactId };
  const owner = await newOwner(ctx, found, input);
  const current = await readCurrent(ctx.db, key);
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
async function newOwner(ctx: Ctx, page: ArtifactRow, { projectId, serviceId }: Input): Promise<TreeOwner | null> {
  const product = projectId === undefined ? page.projectId : projectId;
  const isSameProduct = product === page.projectId;
  const service = serviceId === undefined && isSameProduct ? page.serviceId : (serviceId ?? null);
  if (isSameOwner(page, { ...page, projectId: product, serviceId: service })) return null;
  return await chooseOwner(ctx, { organizationId: page.organizationId, projectId: product, serviceId: service });
}
