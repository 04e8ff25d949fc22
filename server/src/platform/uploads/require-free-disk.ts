import { statfs } from "node:fs/promises";

import { AppError } from "@cairn/contract/errors";

import { diskFullMessage } from "#server/platform/storage/is-disk-full.ts";

/** With less than this nothing is taken: the database needs room too, and lives on the same disk as a rule. */
const leastFreeBytes = 1024 ** 3;

/** Throws `disk_full` where the disk of this folder has less room left than what others need. */
export async function requireFreeDisk(folder: string, leastBytes: number = leastFreeBytes): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < leastBytes) throw new AppError("disk_full", { message: diskFullMessage });
}
