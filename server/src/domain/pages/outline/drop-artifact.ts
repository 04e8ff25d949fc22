import type { InputOf, OutputOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { dropArtifact as endpoint } from "@cairn/contract/page-outline";

import type { Ctx } from "#server/ctx.ts";
import { recordAudit } from "#server/domain/audit/record-audit.ts";
import { isSameOwner, lockTrees, moveChildrenUp, ownerOf } from "#server/domain/pages/catalog/move-page.ts";
import { requirePage } from "#server/domain/pages/catalog/require-page.ts";
import { deleteArtifactRow, listPeople, lockPage } from "#server/domain/pages/store/artifacts.store.ts";
import { insertDroppedRow } from "#server/domain/pages/store/outline.store.ts";

import { readKeptPage } from "./kept-page.ts";

/**
 * Takes a page out of the outline. It is kept with its texts and its history, and its plan makes no page any more until
 * somebody takes it back. Pages below it move up to its position.
 */
export async function dropArtifact(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const found = await requirePage(ctx, input, "artifact.write");
  const { organizationId } = found;
  const droppedBy = ctx.actor.kind === "user" ? ctx.actor.userId : null;
  const dropped = await ctx.db.transaction(async (tx) => {
    await lockTrees(tx, [ownerOf(found)]);
    const page = await lockPage(tx, found);
    const kept = page && (await readKeptPage(tx, page));
    if (!kept || !isSameOwner(page, found)) throw notFound("Page");
    const { projectId, serviceId, title, plan } = page;
    const key = { droppedPageId: ctx.newId(), organizationId, projectId, serviceId, title };
    await insertDroppedRow(tx, { ...key, plan, kept, droppedBy, droppedAt: ctx.now() });
    await moveChildrenUp(tx, page);
    await deleteArtifactRow(tx, page);
    await recordAudit(ctx, tx, { organizationId, action: "artifact.dropped", target: title });
    return key;
  });
  const { organizationId: _organizationId, ...shown } = dropped;
  const people = await listPeople(ctx.db, droppedBy === null ? [] : [droppedBy]);
  return { ...shown, droppedAt: ctx.now().toISOString(), droppedBy: people.get(droppedBy ?? "") ?? null };
}
