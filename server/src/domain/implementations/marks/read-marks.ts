import type { ReviewMarks } from "@cairn/contract/review-marks";

import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { listViewed, selectLook } from "#server/domain/implementations/store/review-marks.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

interface FormerLook {
  head: string;
  lookedAt: Date;
}

/** What this person looked at before what the implementation stands at now; null where there is nothing. */
export async function findLastLook(
  db: Db,
  { organizationId, implementationId, headOid }: NamedImplementationRow,
  userId: string,
): Promise<FormerLook | null> {
  const look = await selectLook(db, { organizationId, implementationId, userId });
  if (look === null) return null;
  if (look.headOid !== headOid) return { head: look.headOid, lookedAt: look.lookedAt };
  const { formerHeadOid: head, formerLookedAt: lookedAt } = look;
  return head === null || lookedAt === null ? null : { head, lookedAt };
}

/** What this person has viewed and looked at, as the contract shows it. */
export async function readMarks(db: Db, row: NamedImplementationRow, userId: string): Promise<ReviewMarks> {
  const { organizationId, implementationId } = row;
  const viewed = await listViewed(db, { organizationId, implementationId, userId });
  const look = await findLastLook(db, row, userId);
  return { viewed, lastLook: look && { head: look.head, lookedAt: look.lookedAt.toISOString() } };
}
