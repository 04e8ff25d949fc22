import { readdir } from "node:fs/promises";
import path from "node:path";

import type { Ctx } from "#server/ctx.ts";
import { listRunning } from "#server/domain/implementations/store/runs.store.ts";
import { removeFolder } from "#server/platform/storage/remove-folder.ts";

/** Removes what runs that nobody works on any more needed while they worked: whoever was killed could not. */
export async function sweepRunFolders({ wholeDb, settings }: Pick<Ctx, "wholeDb" | "settings">): Promise<void> {
  const folder = path.join(settings.server.dataDir, "runs");
  // Before it is asked who works: a folder is only made for a run that is under way.
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return;
  const running = new Set(await listRunning(wholeDb));
  for (const name of names) {
    if (!running.has(name.split(".")[0] ?? "")) await removeFolder(path.join(folder, name));
  }
}
