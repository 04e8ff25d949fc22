import type { InputOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { deleteArtifact as endpoint } from "@cairn/contract/pages";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { deleteArtifactRow, lockPage } from "#server/domain/pages/store/artifacts.store.ts";

import { isSameOwner, lockTrees, moveChildrenUp, ownerOf } from "./move-page.ts";
import { requirePage } from "./require-page.ts";

/** Pages below it move up to its position. A deleted first page is written again by the next indexing run. */
export async function deleteArtifact(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const found = await requirePage(ctx, input, "artifact.write");
  const { organizationId } = found;
  await ctx.db.transaction(async (tx) => {
    await lockTrees(tx, [ownerOf(found)]);
    const page = await lockPage(tx, found);
    if (!page || !isSameOwner(page, found)) throw notFound("Page");
    await moveChildrenUp(tx, page);
    await deleteArtifactRow(tx, page);
    await recordAudit(ctx, tx, { organizationId, action: "artifact.deleted", target: page.title });
  });
}
