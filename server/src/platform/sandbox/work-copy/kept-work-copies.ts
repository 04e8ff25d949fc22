import { readdir, rename, rm } from "node:fs/promises";
import path from "node:path";

import type { WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";

import { isKept, markFile, readMark, writeMark } from "./kept-mark.ts";
import { listFolders, listLeftFolders } from "./own-folder.ts";
import { partsOfWorkCopy } from "./work-copy-folders.ts";

/** Marks it as one that another server goes on with, should this one be killed. */
export async function keepWorkCopy(
  { directory, commit }: WorkCopy,
  { key, note }: { key: string; note: string },
): Promise<void> {
  await writeMark(directory, { key, note, commit });
}

/** Moves what a dead server kept under this key into the folder of this one. */
export async function takeOverWorkCopy({
  key,
  repository,
  parent,
  own,
}: {
  key: string;
  repository: string;
  parent: string;
  own: string;
}): Promise<{ workCopy: WorkCopy; note: string } | null> {
  for (const folder of await listLeftFolders(parent)) {
    for (const left of await listFolders(folder)) {
      const mark = (await isKept(left)) ? await readMark(left) : null;
      if (mark?.key !== key) continue;
      const id = path.basename(left);
      const directory = path.join(own, id);
      // One of two gets it.
      const isMine = await rename(left, directory).then(
        () => true,
        () => false,
      );
      if (!isMine) continue;
      await removeUnfinished(directory);
      const objects = path.join(repository, "objects");
      return { workCopy: { id, directory, objects, commit: mark.commit }, note: mark.note };
    }
  }
  return null;
}

/** What a server that was killed had begun beside the work copy itself: sockets, packs, a lock of our git. */
async function removeUnfinished(directory: string): Promise<void> {
  const parts: readonly string[] = [...Object.values(partsOfWorkCopy), markFile];
  const others = (await readdir(directory)).filter((name) => !parts.includes(name));
  const lock = path.join(partsOfWorkCopy.repository, "index.lock");
  for (const name of [...others, lock]) await rm(path.join(directory, name), { recursive: true, force: true });
}
