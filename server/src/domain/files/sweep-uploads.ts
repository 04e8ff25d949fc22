import { readdir, rmdir, stat } from "node:fs/promises";
import path from "node:path";

import { isUuid } from "@cairn/contract/slugs";

import type { Ctx } from "#server/ctx.ts";
import { organizationUploads, uploadsDirectory } from "#server/platform/uploads/upload-folder.ts";

import { organizationExists } from "./files.store.ts";
import { removeUnlisted } from "./remove-unlisted.ts";

const batchSize = 500;

/**
 * Removes what uploads left that a killed process had under way. Nothing younger than `minAgeMs` is touched: another
 * process may be writing it.
 */
export async function sweepUploads(
  ctx: Pick<Ctx, "wholeDb" | "settings">,
  { minAgeMs }: { minAgeMs: number },
): Promise<void> {
  const { dataDir } = ctx.settings.server;
  for (const organizationId of await readdir(uploadsDirectory(dataDir)).catch(() => [])) {
    const folder = organizationUploads(dataDir, organizationId);
    const old: string[] = [];
    for (const filename of await readdir(folder).catch(() => [])) {
      if (await isOlder(path.join(folder, filename), minAgeMs)) old.push(filename);
    }
    for (let at = 0; at < old.length; at += batchSize) {
      await removeUnlisted(ctx, { organizationId, filenames: old.slice(at, at + batchSize) });
    }
    // Works only when it is empty. While the organization exists, somebody may be about to write into it.
    const isLeft = isUuid(organizationId) && !(await organizationExists(ctx.wholeDb, organizationId));
    if (isLeft) await rmdir(folder).catch(() => {});
  }
}

/** By the clock of the machine, which is the one that dates files. */
async function isOlder(location: string, minAgeMs: number): Promise<boolean> {
  const found = await stat(location).catch(() => null);
  return found !== null && found.mtimeMs <= Date.now() - minAgeMs;
}
