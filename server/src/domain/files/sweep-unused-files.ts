import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { listOrganizationsWithFiles, listUnheldFilenames } from "./files.store.ts";
import { removeUnusedFiles } from "./remove-unused-files.ts";

/** For this long a file waits for the question that it was uploaded for. */
const unsentMs = 86_400_000;

/** Removes files of all organizations that no chat holds: the regular look for what `sweepOrganizationFiles` removes. */
export async function sweepUnusedFiles(ctx: Pick<Ctx, "wholeDb" | "enqueue" | "now" | "signal">): Promise<void> {
  for (const organizationId of await listOrganizationsWithFiles(ctx.wholeDb)) {
    if (ctx.signal.aborted) return;
    await ctx.wholeDb.transaction((tx) => sweep(ctx, tx, organizationId));
  }
}

/** Removes an organization's files that were never sent and those whose chats went with a member. */
export async function sweepOrganizationFiles(
  ctx: Pick<Ctx, "db" | "enqueue" | "now">,
  { organizationId }: { organizationId: string },
): Promise<void> {
  await ctx.db.transaction((tx) => sweep(ctx, tx, organizationId));
}

async function sweep(ctx: Pick<Ctx, "enqueue" | "now">, tx: Db, organizationId: string): Promise<void> {
  const before = new Date(ctx.now().getTime() - unsentMs);
  const filenames = await listUnheldFilenames(tx, { organizationId, before });
  await removeUnusedFiles(ctx, tx, { organizationId, filenames });
}
