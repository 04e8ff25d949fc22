import { rm } from "node:fs/promises";

import type { Ctx } from "#server/ctx.ts";
import { uploadPath } from "#server/platform/uploads/upload-folder.ts";

import { listKnownFilenames } from "./files.store.ts";

/** Deletes an organization's stored files without a row from the disk. Safe to repeat. */
export async function removeUnlisted(
  ctx: Pick<Ctx, "wholeDb" | "settings">,
  { organizationId, filenames }: { organizationId: string; filenames: readonly string[] },
): Promise<void> {
  const known = await listKnownFilenames(ctx.wholeDb, filenames);
  for (const filename of filenames) {
    if (known.has(filename)) continue;
    await rm(uploadPath(ctx.settings.server.dataDir, { organizationId, filename }), { force: true });
  }
}
