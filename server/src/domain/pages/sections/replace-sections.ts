import type { Ctx } from "#server/ctx.ts";
import { updateArtifactRow } from "#server/domain/pages/store/artifacts.store.ts";
import { deleteSectionRows, moveSectionRows } from "#server/domain/pages/store/sections.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { saveSections, type SectionSave } from "./save-section.ts";
import { placeSections } from "./section-places.ts";

/** Positions for sections that are about to be deleted, so that others can have theirs. */
const outOfTheWay = 1_000_000_000;

/**
 * Gives a page exactly these sections in this order: saves those to be saved, deletes those that are not in the order;
 * all others stay. Sections to be written are enqueued. `former` are the positions of the page's sections; the caller
 * has locked the page (`lockPage`).
 */
export async function replaceSections(
  ctx: Ctx,
  tx: Db,
  page: { organizationId: string; artifactId: string },
  given: {
    order: readonly string[];
    former: ReadonlyMap<string, number>;
    saves: readonly Omit<SectionSave, "position">[];
  },
): Promise<void> {
  const { order, former, saves } = given;
  const kept = new Set(order);
  const gone = [...former.keys()].filter((sectionId) => !kept.has(sectionId));
  const places = new Map(placeSections(order, former).map(({ sectionId, position }) => [sectionId, position]));
  const moved = [...places].filter(([sectionId, position]) => (former.get(sectionId) ?? position) !== position);
  await moveSectionRows(tx, page, [
    ...moved.map(([sectionId, position]) => ({ sectionId, position })),
    ...gone.map((sectionId, at) => ({ sectionId, position: outOfTheWay + at })),
  ]);
  const located = saves.map((save) => ({ ...save, position: places.get(save.sectionId) ?? 0 }));
  await saveSections(ctx, tx, page, located);
  // After the others: saving their sources locks the repositories, which must come before any row of the ledger is
  // deleted.
  await deleteSectionRows(tx, page, gone);
  if (!saves.some((save) => save.status === "updating")) return;
  const { organizationId, artifactId } = page;
  await updateArtifactRow(tx, page, { isUpdating: true });
  await ctx.enqueue(tx, "write-artifact", { organizationId, artifactId }, artifactId);
}
