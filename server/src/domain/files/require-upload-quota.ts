import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { sumFileBytes } from "./files.store.ts";

const bytesPerMegabyte = 1_000_000;

/**
 * Refuses uploads beyond an organization's quota, so that none of them fills the disk for all. `bytes`
 * are those to be added; 0 checks whether there is any space left.
 */
export async function requireUploadQuota(
  ctx: Pick<Ctx, "settings">,
  db: Db,
  { organizationId, bytes }: { organizationId: string; bytes: number },
): Promise<void> {
  const most = ctx.settings.limits.maxOrganizationUploadBytes;
  const kept = await sumFileBytes(db, organizationId);
  if (kept + Math.max(1, bytes) <= most) return;
  const message = `The files of this organization take ${inWords(kept)} of the ${inWords(most)} that it may keep. Delete chats whose files are no longer needed, or ask an operator to raise the limit.`;
  throw new AppError("disk_full", { message });
}

function inWords(bytes: number): string {
  return `${Math.round(bytes / bytesPerMegabyte).toLocaleString("en")} MB`;
}
