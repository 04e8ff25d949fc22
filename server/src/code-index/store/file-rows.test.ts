import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { unparsedBlob } from "#server/code-index/analysis/parse/parse-blob.ts";
import { classifyPath, variantOfPath } from "#server/code-index/analysis/text/classify-path.ts";

import { inTransaction, insertBlobs } from "./blob-rows.ts";
import { copyBlobs } from "./copy-blobs.ts";
import { applyFileChanges, compareFiles, findMissing } from "./file-rows.ts";
import type { WantedFile } from "./file-rows.ts";
import { loadFailedFiles } from "./load-failed-files.ts";
import { loadFiles } from "./load-files.ts";
import { openStoreForReading, openStoreForWriting, storePath } from "./open-store.ts";

let folder: string;
let database: DatabaseSync;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "code-index-rows-"));
  database = openStoreForWriting(join(folder, "own"));
});

afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const oidOf = (letter: string): string => letter.repeat(40);
const file = (path: string, letter: string): WantedFile => ({ path, oid: oidOf(letter), variant: variantOfPath(path) });
const byPath = (files: readonly WantedFile[]): Map<string, WantedFile> => new Map(files.map((one) => [one.path, one]));
const nothing = { files: 0, blobs: 0, symbols: 0 };

/** Stores a blob for each file, as one that could not be parsed where a problem is named. */
function store(into: DatabaseSync, files: readonly WantedFile[], problem: string | null = null): void {
  const blobs = files.map(({ path, oid }) =>
    unparsedBlob({ oid, pathClass: classifyPath(path), bytes: 1, problem: problem ?? "", contentKind: null }),
  );
  insertBlobs(into, problem === null ? blobs.map((blob) => ({ ...blob, problem: null })) : blobs);
}

function listed(): string[] {
  return loadFiles(database, () => undefined).map(({ path, oid }) => `${path} ${oid[0]}`);
}

describe("the list of files", () => {
  const [a, b, c] = [file("a.ts", "a"), file("b.ts", "b"), file("c.ts", "b")];

  it("follows changes, and counts files and different blobs in use", () => {
    store(database, [a, b, c]);
    let totals = applyFileChanges(database, { placed: [a, b, c], removed: [] }, nothing);
    expect([listed(), totals]).toEqual([["a.ts a", "b.ts b", "c.ts b"], { files: 3, blobs: 2, symbols: 0 }]);
    totals = applyFileChanges(database, { placed: [file("a.ts", "b")], removed: ["b.ts"] }, totals);
    expect([listed(), totals]).toEqual([["a.ts b", "c.ts b"], { files: 2, blobs: 1, symbols: 0 }]);
    totals = applyFileChanges(database, { placed: [a], removed: ["c.ts"] }, totals);
    expect([listed(), totals]).toEqual([["a.ts a"], { files: 1, blobs: 1, symbols: 0 }]);
  });

  it("does not count twice what changes nothing, and removes what is not there", () => {
    store(database, [a, b]);
    const once = applyFileChanges(database, { placed: [a, b], removed: [] }, nothing);
    expect(applyFileChanges(database, { placed: [a, b], removed: ["gone.ts"] }, once)).toEqual(once);
  });

  it("is left whole when a blob was not stored", () => {
    store(database, [a]);
    const work = (): unknown =>
      inTransaction(database, () => applyFileChanges(database, { placed: [a, b], removed: [] }, nothing));
    expect(work).toThrow(`The blob ${oidOf("b")} of b.ts was not stored`);
    expect(listed()).toEqual([]);
  });

  it("is compared with the one that is wanted", () => {
    store(database, [a, b, c]);
    applyFileChanges(database, { placed: [a, b, c], removed: [] }, nothing);
    const moved = file("b.py", "b");
    const wanted = [a, file("c.ts", "c"), moved];
    expect(compareFiles(database, byPath(wanted))).toEqual({ placed: [file("c.ts", "c"), moved], removed: ["b.ts"] });
    expect(compareFiles(database, byPath([a, b, c]))).toEqual({ placed: [], removed: [] });
    expect(compareFiles(database, byPath([]))).toEqual({ placed: [], removed: ["a.ts", "b.ts", "c.ts"] });
  });

  it("asks for a blob once for each way in which it is read", () => {
    store(database, [a]);
    const wanted = [a, b, c, file("b.py", "b"), file("d.py", "a")];
    expect(findMissing(database, wanted)).toEqual([b, file("b.py", "b"), file("d.py", "a")]);
  });

  it("names the files whose content could not be read, by path", () => {
    store(database, [b], "larger than 1 MB");
    store(database, [a]);
    applyFileChanges(database, { placed: [c, a, b], removed: [] }, nothing);
    expect(loadFailedFiles(database)).toEqual([
      { path: "b.ts", reason: "larger than 1 MB" },
      { path: "c.ts", reason: "larger than 1 MB" },
    ]);
  });
});

describe("blobs of other indexes", () => {
  const [a, b, c] = [file("a.ts", "a"), file("b.ts", "b"), file("c.ts", "c")];

  function seed(name: string, files: readonly WantedFile[], problem: string | null = null): string {
    const directory = join(folder, name);
    const other = openStoreForWriting(directory);
    store(other, files, problem);
    other.close();
    return directory;
  }

  it("are taken from the first that has them, and what none has is left", async () => {
    const seedIndexes = [seed("one", [a]), seed("two", [a, b])];
    expect(await copyBlobs(database, { seedIndexes, missing: [a, b, c] })).toEqual([c]);
    expect(findMissing(database, [a, b, c])).toEqual([c]);
  });

  it("are not taken where they had a problem, nor for another language", async () => {
    const seedIndexes = [seed("one", [a], "too slow"), seed("two", [file("b.py", "b")])];
    expect(await copyBlobs(database, { seedIndexes, missing: [a, b] })).toEqual([a, b]);
  });

  it("are left where there is no index, or one that cannot be read", async () => {
    const broken = seed("broken", [a]);
    writeFileSync(storePath(broken), "no database at all".repeat(1000));
    const seedIndexes = [join(folder, "nowhere"), broken, seed("sound", [a])];
    expect(await copyBlobs(database, { seedIndexes, missing: [a] })).toEqual([]);
    expect(readdirSync(folder).includes("nowhere")).toBe(false);
  });

  it("are no longer taken once nobody waits", async () => {
    const signal = AbortSignal.abort(new Error("nobody waits"));
    const work = copyBlobs(database, { seedIndexes: [seed("one", [a])], missing: [a], signal });
    await expect(work).rejects.toThrow("nobody waits");
  });
});

describe("the file of an index", () => {
  it("is made anew where it is damaged, and those of former layouts go", () => {
    const directory = join(folder, "other");
    openStoreForWriting(directory).close();
    writeFileSync(storePath(directory), "no database at all".repeat(1000));
    for (const name of ["index-v1.sqlite", "index-v2.sqlite-wal", "notes.txt"])
      writeFileSync(join(directory, name), "x");
    const opened = openStoreForWriting(directory);
    expect(opened.prepare("SELECT count(*) AS files FROM files").get()).toMatchObject({ files: 0 });
    opened.close();
    expect(readdirSync(directory).sort()).toEqual(["index-v4.sqlite", "notes.txt"]);
  });

  it("is not made by reading", () => {
    expect(openStoreForReading(join(folder, "nowhere"))).toBeNull();
    expect(readdirSync(folder)).toEqual(["own"]);
  });
});
