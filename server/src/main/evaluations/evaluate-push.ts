import { cp, rm } from "node:fs/promises";
import path from "node:path";

import { differencesBetween } from "#server/code-index/bench/compare-indexes.ts";
import { loadPush } from "#server/code-index/bench/load-push.ts";
import { timed } from "#server/code-index/bench/timing.ts";
import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { updateIndex, type IndexReport } from "#server/code-index/update/update-index.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";

import { rounded } from "./json-lines.ts";
import { inFolder } from "./on-index.ts";

/** The first one finds nothing warm, as no server that runs does. */
const rounds = 4;

/**
 * One push: the index of one commit brought to another, by turns with what git alone needs, the best of each; and the
 * result beside an index built from nothing.
 */
export async function evaluatePush(at: { directory: string; from: string; to: string }): Promise<string> {
  const { directory, from, to } = at;
  return await inFolder(async (folder) => {
    const source = createMirrorSource(directory);
    const base = path.join(folder, "base");
    const updated = path.join(folder, "updated");
    const rebuilt = path.join(folder, "rebuilt");
    await updateIndex({ source, commit: from, directory: base });
    const best = { floorMs: Infinity, updateMs: Infinity, freshMs: Infinity };
    const reports: IndexReport[] = [];
    for (let round = 0; round < rounds; round += 1) {
      openIndex(updated)?.close();
      await rm(updated, { recursive: true, force: true });
      await cp(base, updated, { recursive: true });
      openIndex(updated)?.search("warm up");
      best.floorMs = Math.min(best.floorMs, await timed(() => loadPush(directory, from, to)));
      const update = async () => void reports.push(await updateIndex({ source, commit: to, directory: updated }));
      best.updateMs = Math.min(best.updateMs, await timed(update));
      best.freshMs = Math.min(best.freshMs, await timed(async () => openIndex(updated)?.search("open a file")));
    }
    const rebuildMs = await timed(() => updateIndex({ source, commit: to, directory: rebuilt }));
    const differences = differencesBetween(updated, rebuilt);
    for (const one of [updated, rebuilt]) openIndex(one)?.close();
    const [report] = reports;
    return JSON.stringify({
      from,
      to,
      files: report?.files,
      parsedBlobs: report?.parsedBlobs,
      reusedBlobs: report?.reusedBlobs,
      updateMs: rounded(best.updateMs),
      floorMs: rounded(best.floorMs),
      ratio: rounded(best.updateMs / best.floorMs),
      freshMs: rounded(best.freshMs),
      rebuildMs: rounded(rebuildMs),
      isEqual: differences.length === 0,
      differences,
    });
  });
}
