import path from "node:path";

import { differencesBetween } from "../../code-index/bench/compare-indexes.ts";
import { readPush } from "../../code-index/bench/read-push.ts";
import { timed } from "../../code-index/bench/timing.ts";
import { openIndex } from "../../code-index/open-index.ts";
import { updateIndex, type IndexReport } from "../../code-index/update-index.ts";
import { createMirrorSource } from "../../platform/git/mirror-source.ts";
import { rounded } from "./json-lines.ts";
import { inFolder } from "./on-index.ts";

/** One push: the index of one commit brought to another, beside git's own time and an index built from nothing. */
export async function evaluatePush(at: { directory: string; from: string; to: string }): Promise<string> {
  const { directory, from, to } = at;
  return await inFolder(async (folder) => {
    const source = createMirrorSource(directory);
    const [updated, rebuilt] = [path.join(folder, "updated"), path.join(folder, "rebuilt")];
    await updateIndex({ source, commit: from, directory: updated });
    openIndex(updated)?.search("warm up");
    const floors = [await timed(() => readPush(directory, from, to))];
    let report: IndexReport | null = null;
    const updateMs = await timed(async () => {
      report = await updateIndex({ source, commit: to, directory: updated });
    });
    const freshMs = await timed(async () => openIndex(updated)?.search("open a file"));
    floors.push(await timed(() => readPush(directory, from, to)));
    const rebuildMs = await timed(() => updateIndex({ source, commit: to, directory: rebuilt }));
    const differences = differencesBetween(updated, rebuilt);
    for (const one of [updated, rebuilt]) openIndex(one)?.close();
    const { files, parsedBlobs, reusedBlobs } = report ?? { files: 0, parsedBlobs: 0, reusedBlobs: 0 };
    const floorMs = Math.min(...floors);
    return JSON.stringify({
      from,
      to,
      files,
      parsedBlobs,
      reusedBlobs,
      updateMs: rounded(updateMs),
      floorMs: rounded(floorMs),
      ratio: rounded(updateMs / floorMs),
      freshMs: rounded(freshMs),
      rebuildMs: rounded(rebuildMs),
      isEqual: differences.length === 0,
      differences,
    });
  });
}
