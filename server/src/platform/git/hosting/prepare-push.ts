import { readdir, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";

import { AppError } from "@cairn/contract/errors";

import { diskFullMessage } from "#server/platform/storage/is-disk-full.ts";

/** With less free space no push is accepted: the database needs room too, and is usually on the same disk. */
const leastFreeBytes = 256 * 1024 ** 2;
/** Git holds a lock for moments. One this old is of a git that was killed, and would stop every push to its branch. */
const staleLockMs = 10 * 60_000;
/** A push may be under way for long, but not for a day. */
const staleIncomingMs = 24 * 3_600_000;

/** Makes sure that a push can be accepted. Throws `disk_full` in plain words when there is no room for one. */
export async function preparePush(directory: string): Promise<void> {
  await requireFreeSpace(directory);
  const [top, refs, objects] = await Promise.all([
    readdir(directory),
    readdir(path.join(directory, "refs"), { recursive: true }),
    readdir(path.join(directory, "objects")),
  ]);
  const locks = [...top.filter(isLock), ...refs.filter(isLock).map((name) => path.join("refs", name))];
  const incoming = objects.filter((name) => name.startsWith("tmp_objdir-")).map((name) => path.join("objects", name));
  await Promise.all([
    ...locks.map((name) => removeOld(path.join(directory, name), staleLockMs)),
    ...incoming.map((name) => removeOld(path.join(directory, name), staleIncomingMs)),
  ]);
}

/** Throws `disk_full` in plain words when there is no room for people's commits. */
export async function requireFreeSpace(directory: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < leastFreeBytes) throw new AppError("disk_full", { message: diskFullMessage });
}

/** No ref may end like this, so nothing else is hit. */
function isLock(name: string): boolean {
  return name.endsWith(".lock");
}

async function removeOld(file: string, ageMs: number): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found !== null && Date.now() - found.mtimeMs > ageMs) await rm(file, { recursive: true, force: true });
}
