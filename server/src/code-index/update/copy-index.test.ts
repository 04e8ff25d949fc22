import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { hasIndex, openIndex } from "#server/code-index/snapshot/open-index.ts";
import { gitDirectorySource } from "#server/code-index/testing/git-directory-source.ts";
import { makeRepository } from "#server/code-index/testing/make-repository.ts";
import type { BareTestRepository } from "#server/code-index/testing/make-repository.ts";
import type { GitSource } from "#server/git-source.ts";

import { copyIndex } from "./copy-index.ts";
import { updateIndex } from "./update-index.ts";
import type { IndexProgress } from "./update-index.ts";

let repository: BareTestRepository;
let folder: string;
let source: GitSource;

beforeEach(() => {
  repository = makeRepository();
  folder = mkdtempSync(join(tmpdir(), "code-index-copy-"));
  source = gitDirectorySource(repository.directory);
});

afterEach(() => {
  for (const name of readdirSync(folder)) openIndex(join(folder, name))?.close();
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

const directory = (name: string): string => join(folder, name);
const pathsOf = (name: string): string[] | undefined =>
  openIndex(directory(name))
    ?.files()
    .map(({ path }) => path);

describe("an index that begins as a copy", () => {
  it("stands where the other stood, and an update reads only what differs", async () => {
    const first = repository.commit({ "a.ts": "export const a = 1;\n", "b.ts": "export const b = 1;\n" });
    await updateIndex({ directory: directory("one"), source, commit: first });
    expect(await copyIndex(directory("one"), directory("two"))).toBe(true);
    expect(pathsOf("two")).toEqual(["a.ts", "b.ts"]);
    const commit = repository.commit({ "b.ts": null, "c.ts": "export const c = 1;\n" });
    const report = await updateIndex({ directory: directory("two"), source, commit });
    expect(report).toMatchObject({ files: 2, parsedBlobs: 1, reusedBlobs: 1, symbols: 2 });
    expect([pathsOf("one"), pathsOf("two")]).toEqual([
      ["a.ts", "b.ts"],
      ["a.ts", "c.ts"],
    ]);
  });

  it("is none where there is nothing to copy, and leaves nothing behind", async () => {
    expect(await copyIndex(directory("nowhere"), directory("two"))).toBe(false);
    expect([hasIndex(directory("two")), existsSync(directory("two"))]).toEqual([false, false]);
  });

  it("takes no part of a copy that was not finished", async () => {
    const commit = repository.commit({ "a.ts": "export const a = 1;\n" });
    await updateIndex({ directory: directory("one"), source, commit });
    await copyIndex(directory("one"), directory("two"));
    writeFileSync(join(directory("two"), "index-v4.sqlite.copy"), "half a copy");
    expect(await copyIndex(directory("one"), directory("two"))).toBe(true);
    expect(readdirSync(directory("two")).filter((name) => name.endsWith(".copy"))).toEqual([]);
  });
});

describe("a run that is stopped", () => {
  it("ends with the reason, leaves the former commit to its readers, and the next run goes on", async () => {
    const first = repository.commit({ "a.ts": "export const a = 1;\n" });
    await updateIndex({ directory: directory("one"), source, commit: first });
    const commit = repository.commit({ "b.ts": "export const b = 1;\n" });
    const stop = new AbortController();
    const onProgress = ({ phase }: IndexProgress): void => {
      if (phase === "reading") stop.abort(new Error("nobody waits"));
    };
    const run = updateIndex({ directory: directory("one"), source, commit, signal: stop.signal, onProgress });
    await expect(run).rejects.toThrow("nobody waits");
    expect([openIndex(directory("one"))?.commit, pathsOf("one")]).toEqual([first, ["a.ts"]]);
    expect(await updateIndex({ directory: directory("one"), source, commit })).toMatchObject({ commit, files: 2 });
  });

  it("does nothing where it was stopped before it began", async () => {
    const commit = repository.commit({ "a.ts": "export const a = 1;\n" });
    const signal = AbortSignal.abort(new Error("nobody waits"));
    await expect(updateIndex({ directory: directory("one"), source, commit, signal })).rejects.toThrow("nobody waits");
    expect(openIndex(directory("one"))).toBeNull();
  });

  it("that names a commit which does not exist fails and changes nothing", async () => {
    const commit = repository.commit({ "a.ts": "export const a = 1;\n" });
    await updateIndex({ directory: directory("one"), source, commit });
    await expect(updateIndex({ directory: directory("one"), source, commit: "0".repeat(40) })).rejects.toThrow(
      "Commit not found",
    );
    expect(openIndex(directory("one"))?.commit).toBe(commit);
  });
});

describe("progress", () => {
  it("tells the phases in their order, and how much is read of how much", async () => {
    const commit = repository.commit({ "a.ts": "a\n", "b.ts": "b\n", "c.ts": "a\n" });
    const reported: string[] = [];
    const onProgress = ({ phase, done, total }: IndexProgress): void => void reported.push(`${phase} ${done}/${total}`);
    await updateIndex({ directory: directory("one"), source, commit, workers: 1, onProgress });
    expect([...new Set(reported)]).toEqual([
      "listing 0/1", "listing 1/1", "reading 0/2", "reading 2/2", "history 1/1", "finishing 0/1", "finishing 1/1",
    ]); // prettier-ignore
  });
});
