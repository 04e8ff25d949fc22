import type { Ctx } from "#server/ctx.ts";
import { updateArtifactRow } from "#server/domain/pages/store/artifacts.store.ts";
import { deleteSectionRows, moveSectionRows } from "#server/domain/pages/store/sections.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { saveSections, type SectionSave } from "./save-section.ts";
import { placeSections } from "./section-places.ts";

/** Where sections stand that are about to go, so that others can have their places. */
const outOfTheWay = 1_000_000_000;

/**
 * Gives a page exactly these sections in this order: those to be saved are, those that are not in the order go, all
 * others keep what they hold. What has to be written is put in line. `former` are the places of the page's sections; the
 * caller holds the page (`lockPage`).
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
  const placed = saves.map((save) => ({ ...save, position: places.get(save.sectionId) ?? 0 }));
  await saveSections(ctx, tx, page, placed);
  // After the others: their sources hold the repositories, which has to come before any row of the ledger goes.
  await deleteSectionRows(tx, page, gone);
  if (!saves.some((save) => save.status === "updating")) return;
  const { organizationId, artifactId } = page;
  await updateArtifactRow(tx, page, { isUpdating: true });
  await ctx.enqueue(tx, "write-artifact", { organizationId, artifactId }, artifactId);
}
