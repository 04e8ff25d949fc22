import type { InputOf, OutputOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import type { placeArtifact as endpoint } from "@cairn/contract/pages";

import type { Ctx } from "#server/ctx.ts";
import { findArtifactRow } from "#server/domain/pages/store/artifacts.store.ts";
import { isInTree, listAncestors, listSiblings, placePages } from "#server/domain/pages/store/tree.store.ts";

import { isSameOwner, lockTrees, ownerOf } from "./move-page.ts";
import { requirePage } from "./require-page.ts";
import { summarizePages } from "./summarize-pages.ts";

/** Moves a page within its tree; those beside it keep their order. */
export async function placeArtifact(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const found = await requirePage(ctx, input, "artifact.write");
  const { organizationId, artifactId } = found;
  const { parentArtifactId, beforeArtifactId } = input;
  const owner = ownerOf(found);
  await ctx.db.transaction(async (tx) => {
    await lockTrees(tx, [owner]);
    const page = await findArtifactRow(tx, found);
    if (!page || !isSameOwner(page, found)) throw notFound("Page");
    if (parentArtifactId !== null) {
      if (!(await isInTree(tx, owner, parentArtifactId))) throw notFound("Parent page");
      const above = (await listAncestors(tx, { organizationId, parentArtifactId })).map((one) => one.artifactId);
      if (above.includes(artifactId)) throw new AppError("unprocessable", { message: "A page can't lie below itself" });
    }
    const siblings = (await listSiblings(tx, owner, parentArtifactId)).map((one) => one.artifactId);
    if (beforeArtifactId !== null && !siblings.includes(beforeArtifactId)) throw notFound("Page");
    await placePages(tx, organizationId, parentArtifactId, withPage(siblings, artifactId, beforeArtifactId));
  });
  const [summary] = await summarizePages(ctx, organizationId, [artifactId]);
  if (!summary) throw notFound("Page");
  return summary;
}

/** Before itself it stays where it is. */
function withPage(siblings: string[], artifactId: string, beforeArtifactId: string | null): string[] {
  if (beforeArtifactId === artifactId) return siblings;
  const others = siblings.filter((one) => one !== artifactId);
  const at = beforeArtifactId === null ? others.length : others.indexOf(beforeArtifactId);
  return others.toSpliced(at, 0, artifactId);
}
