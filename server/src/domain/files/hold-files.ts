import { notFound } from "@cairn/contract/errors";

import type { Db } from "#server/platform/db/open-db.ts";

import { holdFileRows } from "./files.store.ts";

/**
 * Keeps files from being removed before the transaction `db`, in which a chat comes to hold them, has ended. One that
 * was removed since it was looked up refuses all of them.
 */
export async function holdFiles(
  db: Db,
  files: { organizationId: string; filenames: readonly string[] },
): Promise<void> {
  if (files.filenames.length === 0) return;
  if ((await holdFileRows(db, files)) < files.filenames.length) throw notFound("File");
}
