import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { removeFolder } from "#server/platform/storage/remove-folder.ts";
import { organizationUploads } from "#server/platform/uploads/upload-folder.ts";

import { organizationExists } from "./files.store.ts";

/** Puts removing all files of an organization in line, within the transaction `db` that deletes it. */
export async function startRemovingUploads(ctx: Ctx, db: Db, organizationId: string): Promise<void> {
  // Nobody could act for an organization that is gone, so it is not named as the one the job acts for.
  await ctx.enqueue(db, "remove-uploads", { formerOrganizationId: organizationId }, organizationId);
}

/** Deletes the files of a deleted organization from the disk. Safe to repeat; does nothing while it exists. */
export async function removeUploads(
  ctx: Ctx,
  { formerOrganizationId }: { formerOrganizationId: string },
): Promise<void> {
  if (await organizationExists(ctx.wholeDb, formerOrganizationId)) return;
  await removeFolder(organizationUploads(ctx.settings.server.dataDir, formerOrganizationId));
}
