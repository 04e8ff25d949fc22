import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { listHostedIds, lockBundles } from "#server/domain/repositories/store/hosted.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { hostedDirectory } from "#server/platform/storage/data-folders.ts";
import { folderBytes } from "#server/platform/storage/folder-bytes.ts";

const bytesPerMegabyte = 1_000_000;

/**
 * Refuses a bundle beyond what an organization may keep on this server, so that none of them fills the disk for all. What its
 * repositories take is read from the disk: what was pushed into them counts, and what was deleted counts no more. `arrivingBytes` are
 * those of bundles that are under way.
 */
export async function requireHostingQuota(
  ctx: Pick<Ctx, "settings">,
  db: Db,
  { organizationId, arrivingBytes }: { organizationId: string; arrivingBytes: number },
): Promise<void> {
  const { server, limits } = ctx.settings;
  const most = limits.maxOrganizationHostedBytes;
  let kept = 0;
  for (const repositoryId of await listHostedIds(db, organizationId)) {
    kept += await folderBytes(hostedDirectory(server.dataDir, repositoryId));
  }
  if (kept + Math.max(1, arrivingBytes) <= most) return;
  const arriving = arrivingBytes > 0 ? `, and ${inWords(arrivingBytes)} are arriving` : "";
  throw new AppError("disk_full", {
    message: `The repositories of this organization on this server take ${inWords(kept)} of the ${inWords(most)} that they may${arriving}. Delete repositories that are no longer needed, or ask an operator to raise the limit.`,
  });
}

/** The same within the transaction that takes a bundle, one of an organization at a time: the second sees what the first one took. */
export async function holdHostingQuota(
  ctx: Pick<Ctx, "settings">,
  tx: Db,
  taken: { organizationId: string; arrivingBytes: number },
): Promise<void> {
  await lockBundles(tx, taken.organizationId);
  await requireHostingQuota(ctx, tx, taken);
}

function inWords(bytes: number): string {
  return `${Math.ceil(bytes / bytesPerMegabyte).toLocaleString("en")} MB`;
}
