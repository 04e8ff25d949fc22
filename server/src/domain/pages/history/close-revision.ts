import type { RevisionSummary } from "@cairn/contract/page-history";

import type { Ctx } from "#server/ctx.ts";
import {
  findNewestRevisionRow,
  insertRevision,
  readPublishedState,
} from "#server/domain/pages/store/revisions.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/**
 * Keeps what the page shows now as a revision, exactly when it differs from the newest one: another title, other texts
 * or another order. The page's number then is the revision's. The caller holds the page (`lockPage`). Null when there
 * was nothing to keep.
 */
export async function closeRevision(
  ctx: Ctx,
  tx: Db,
  page: { organizationId: string; artifactId: string },
  by: { cause: RevisionSummary["cause"]; createdBy: string | null },
): Promise<number | null> {
  const { organizationId, artifactId } = page;
  const shown = await readPublishedState(tx, page);
  if (!shown) return null;
  const { title, versionIds } = shown;
  const newest = await findNewestRevisionRow(tx, page);
  const isSame = newest?.title === title && newest.versionIds.join() === versionIds.join();
  if (isSame) return null;
  const revision = newest ? newest.revision + 1 : shown.revision;
  await insertRevision(tx, { organizationId, artifactId, revision, title, versionIds, ...by, createdAt: ctx.now() });
  return revision;
}
