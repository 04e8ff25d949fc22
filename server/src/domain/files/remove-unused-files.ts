import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { deleteUnheldFiles, listHeldFilenames, lockFiles, type ChatScope } from "./files.store.ts";
import { removeUnlisted } from "./remove-unlisted.ts";

const jobSize = 500;
/** Clocks of several machines differ; by this much no more. */
const clockSlackMs = 3_600_000;

/** Names of the files that chats hold; call it before the chats are deleted. `db` must see every member's chats. */
export async function listFilesOfChats(db: Db, scope: ChatScope): Promise<string[]> {
  return await listHeldFilenames(db, scope);
}

/**
 * Forgets those of these files that no chat of the organization holds any more, and puts taking them off the disk in
 * line, within the transaction `db`. It must see every member's chats: row security shows a person their own alone.
 */
export async function removeUnusedFiles(
  ctx: Pick<Ctx, "enqueue">,
  db: Db,
  { organizationId, filenames }: { organizationId: string; filenames: readonly string[] },
): Promise<void> {
  // Of two who delete the last two chats with a file at once, the second sees from here on what the first one did.
  const moments = await lockFiles(db, { organizationId, filenames });
  if (moments.length === 0) return;
  // A chat that holds a file was written after the file came.
  const since = new Date(Math.min(...moments.map((moment) => moment.getTime())) - clockSlackMs);
  const gone = await deleteUnheldFiles(db, { organizationId, filenames, since });
  for (let at = 0; at < gone.length; at += jobSize) {
    const names = gone.slice(at, at + jobSize);
    // A file is deleted once, so no other job has this key.
    await ctx.enqueue(db, "remove-files", { organizationId, filenames: names.join(" ") }, names[0] ?? "");
  }
}

/**
 * Takes files off the disk whose rows are gone. Safe to repeat. `filenames` are parted by spaces, of which they have
 * none.
 */
export async function removeFiles(
  ctx: Ctx,
  { organizationId, filenames }: { organizationId: string; filenames: string },
): Promise<void> {
  await removeUnlisted(ctx, { organizationId, filenames: filenames.split(" ") });
}
