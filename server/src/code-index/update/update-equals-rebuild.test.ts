import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { dumpIndex } from "#server/code-index/bench/dump-index.ts";
import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { storePath } from "#server/code-index/store/open-store.ts";
import { gitDirectorySource } from "#server/code-index/testing/git-directory-source.ts";
import { makeRandomHistory } from "#server/code-index/testing/make-random-history.ts";

import { updateIndex } from "./update-index.ts";
import type { IndexReport } from "./update-index.ts";

const queries = ["tasks", "one two", "Title words", "n1", "Change 3 of the tasks"];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "code-index-store-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);

/** What a report says of the commit itself, however it came about. */
function reported({ files, symbols, failedFiles, parsedBlobs, copiedBlobs, reusedBlobs }: IndexReport): unknown {
  return { files, symbols, failedFiles, blobs: parsedBlobs + copiedBlobs + reusedBlobs };
}

describe("an updated index equals a rebuilt one", () => {
  it.each([1, 2, 3])("after any sequence of pushes and switches (seed %i)", async (seed) => {
    const { directory, commits, pick, remove } = makeRandomHistory(seed, 30);
    const source = gitDirectorySource(directory);
    for (let step = 0; step < 18; step += 1) {
      // Mostly onwards, one commit or several; at times anywhere.
      const commit = commits[pick(4) === 0 ? pick(commits.length) : step + pick(10)] ?? "";
      const updated = await updateIndex({ directory: at("updated"), source, commit });
      const rebuilt = await updateIndex({ directory: at(`${step}`), source, commit });
      expect(reported(updated)).toEqual(reported(rebuilt));
      expect(dumpIndex(at("updated"), queries)).toEqual(dumpIndex(at(`${step}`), queries));
      openIndex(at(`${step}`))?.close();
      rmSync(at(`${step}`), { recursive: true });
    }
    remove();
  });

  it("after being stopped at every step and run again", async () => {
    const { directory, commits, remove } = makeRandomHistory(9, 30);
    const source = gitDirectorySource(directory);
    const [first = "", last = ""] = [commits[9], commits[29]];
    await updateIndex({ directory: at("rebuilt"), source, commit: last });
    const expected = dumpIndex(at("rebuilt"), queries);
    for (let stopAt = 1, isStopped = true; isStopped; stopAt += 1) {
      const name = at(`stopped-${stopAt}`);
      await updateIndex({ directory: name, source, commit: first });
      const controller = new AbortController();
      let steps = 0;
      const onProgress = (): void => {
        steps += 1;
        if (steps === stopAt) controller.abort(new Error("stopped here"));
      };
      const update = { directory: name, source, commit: last, onProgress, signal: controller.signal };
      const outcome = await updateIndex(update).catch((error: Error) => error.message);
      isStopped = steps >= stopAt;
      if (typeof outcome === "string") {
        expect(outcome).toBe("stopped here");
        expect(openIndex(name)?.commit).toBe(first);
      }
      await updateIndex({ directory: name, source, commit: last });
      expect(dumpIndex(name, queries)).toEqual(expected);
    }
    remove();
  });

  it("when two runs reach for it at once", async () => {
    const { directory, commits, remove } = makeRandomHistory(5, 20);
    const source = gitDirectorySource(directory);
    const [first = "", second = "", third = ""] = [commits[3], commits[11], commits[19]];
    await updateIndex({ directory: at("index"), source, commit: first });
    await Promise.all([second, third].map((commit) => updateIndex({ directory: at("index"), source, commit })));
    const commit = openIndex(at("index"))?.commit ?? "";
    expect([second, third]).toContain(commit);
    await updateIndex({ directory: at("rebuilt"), source, commit });
    expect(dumpIndex(at("index"), queries)).toEqual(dumpIndex(at("rebuilt"), queries));
    remove();
  });
});

describe("seedIndexes", () => {
  it("give their parsed blobs, and nothing is read or parsed for those again", async () => {
    const { directory, commits, remove } = makeRandomHistory(7, 20);
    const source = gitDirectorySource(directory);
    const [first = "", last = ""] = [commits[15], commits[19]];
    await updateIndex({ directory: at("main"), source, commit: first });
    const seedIndexes = [at("nothing there"), at("main")];
    const plain = await updateIndex({ directory: at("rebuilt"), source, commit: last });
    const shared = await updateIndex({ directory: at("branch"), source, commit: last, seedIndexes });
    expect(reported(shared)).toEqual(reported(plain));
    expect(shared.copiedBlobs).toBeGreaterThan(0);
    expect(shared.parsedBlobs + shared.copiedBlobs).toBe(plain.parsedBlobs);
    expect(dumpIndex(at("branch"), queries)).toEqual(dumpIndex(at("rebuilt"), queries));
    const again = await updateIndex({ directory: at("third"), source, commit: last, seedIndexes: [at("branch")] });
    expect(again.parsedBlobs).toBe(again.failedFiles.length + countBinaries(at("branch")));
    remove();
  });

  it("that are broken are none", async () => {
    const { directory, commits, remove } = makeRandomHistory(8, 5);
    const source = gitDirectorySource(directory);
    const commit = commits[4] ?? "";
    mkdirSync(at("broken"));
    writeFileSync(storePath(at("broken")), "no database at all, ".repeat(900));
    mkdirSync(at("empty"));
    writeFileSync(storePath(at("empty")), "");
    const seedIndexes = [at("broken"), at("empty")];
    const report = await updateIndex({ directory: at("index"), source, commit, seedIndexes });
    expect(report).toMatchObject({ copiedBlobs: 0, reusedBlobs: 0 });
    await updateIndex({ directory: at("rebuilt"), source, commit });
    expect(dumpIndex(at("index"), queries)).toEqual(dumpIndex(at("rebuilt"), queries));
    remove();
  });
});

/** Different blobs that are listed as binary. */
function countBinaries(directory: string): number {
  const binaries =
    openIndex(directory)
      ?.files()
      .filter(({ kind }) => kind === "binary") ?? [];
  return new Set(binaries.map(({ oid, language }) => `${oid} ${language}`)).size;
}
