import { statfs } from "node:fs/promises";

import { AppError } from "@cairn/contract/errors";

import { diskFullMessage } from "#server/platform/storage/is-disk-full.ts";

/** With less free space no upload is accepted: the database needs room too, and is usually on the same disk. */
const leastFreeBytes = 1024 ** 3;

/** Throws `disk_full` when the disk of this folder has less free space than `leastBytes`. */
export async function requireFreeDisk(folder: string, leastBytes: number = leastFreeBytes): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < leastBytes) throw new AppError("disk_full", { message: diskFullMessage });
}
