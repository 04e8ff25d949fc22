import { readObjectHeader } from "#server/platform/git/objects/object-reader.ts";
import { bigFileBytes } from "#server/platform/git/process/git-settings.ts";

import type { DiffedFile } from "./parse-diff.ts";

/** Looks at no more of them: each takes a moment. */
const maxLookedAt = 200;

/**
 * Git calls every file binary that is too large for it to be held in memory. Such ones are marked as what could not be
 * shown, for people to know that nobody looked whether they are text. `versions`: by path, with the ids of both sides.
 */
export async function markOversized(
  directory: string,
  { files, versions }: { files: readonly DiffedFile[]; versions: ReadonlyMap<string, string> },
  options: { signal?: AbortSignal | undefined },
): Promise<void> {
  for (const file of files.filter(({ isBinary }) => isBinary).slice(0, maxLookedAt)) {
    for (const [oid] of (versions.get(file.path) ?? "").matchAll(/(?<=:)[0-9a-f]{40,64}\b/g)) {
      const header = await readObjectHeader(directory, oid, options);
      if ((header?.size ?? 0) < bigFileBytes) continue;
      file.isBinary = false;
      file.isTruncated = true;
    }
  }
}
