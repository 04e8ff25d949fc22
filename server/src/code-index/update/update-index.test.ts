import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { dumpIndex } from "#server/code-index/bench/dump-index.ts";
import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { storePath } from "#server/code-index/store/open-store.ts";
import { gitDirectorySource } from "#server/code-index/testing/git-directory-source.ts";
import { makeRepository } from "#server/code-index/testing/make-repository.ts";
import type { BareTestRepository } from "#server/code-index/testing/make-repository.ts";
import type { GitSource } from "#server/git-source.ts";

import { updateIndex, type ReadSoFar } from "./update-index.ts";

let repository: BareTestRepository;
let folder: string;

beforeEach(() => {
  repository = makeRepository();
  folder = mkdtempSync(join(tmpdir(), "code-index-store-"));
});

afterEach(() => {
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** A source that counts the blobs it was asked for. */
function countingSource(): { source: GitSource; read: string[] } {
  const source = gitDirectorySource(repository.directory);
  const read: string[] = [];
  return {
    read,
    source: {
      ...source,
      readBlobs: async function* (oids, options) {
        read.push(...(await oids));
        yield* source.readBlobs(oids, options);
      },
    },
  };
}

async function update(commit: string, name = "index"): Promise<Awaited<ReturnType<typeof updateIndex>>> {
  return updateIndex({ directory: join(folder, name), source: gitDirectorySource(repository.directory), commit });
}

const queries = ["move a task", "taskList", "how are invoices paid", "readme", "Change the payment"];

async function expectSameAsRebuild(commit: string, name: string): Promise<void> {
  await update(commit, name);
  expect(dumpIndex(join(folder, "index"), queries)).toEqual(dumpIndex(join(folder, name), queries));
}

const start = {
  "README.md": "# Tasks\nA tool for tasks.\n",
  "package.json": '{ "name": "tasks", "dependencies": { "zod": "4" } }\n',
  "src/tasks/move-task.ts":
    'import { list } from "./task-list.ts";\n/** Moves a task. */\nexport function moveTask() {\n  return list;\n}\n',
  "src/tasks/task-list.ts": "export const list = [];\nexport class TaskList {}\n",
  "src/billing/pay-invoice.ts":
    'import { z } from "zod";\nimport { list } from "../tasks/task-list.ts";\nexport function payInvoice() { return z; }\n',
};

describe("updateIndex", () => {
  it("reports what it did and parses nothing twice", async () => {
    const commit = repository.commit(start);
    const first = await update(commit);
    expect(first).toMatchObject({ commit, files: 5, parsedBlobs: 5, reusedBlobs: 0, failedFiles: [], symbols: 4 });
    const { source, read } = countingSource();
    const second = await updateIndex({ directory: join(folder, "index"), source, commit });
    expect(second).toMatchObject({ parsedBlobs: 0, reusedBlobs: 5 });
    expect(read).toEqual([]);
  });

  it("equals a rebuild after add, change, rename, delete, mode change and force-push", async () => {
    await update(repository.commit(start));
    const steps: (() => string)[] = [
      () => repository.commit({ "src/tasks/done.ts": "export const done = 1;\n" }, "Add done tasks"),
      () => repository.commit({ "src/tasks/task-list.ts": "export const list = [1];\n" }, "Change the task list"),
      () => {
        repository.git("mv", "src/billing/pay-invoice.ts", "src/billing/settle.ts");
        return repository.commit({}, "Rename the payment");
      },
      () => repository.commit({ "src/tasks/done.ts": null, "README.md": null }, "Drop"),
      () => {
        repository.setExecutable("src/tasks/move-task.ts");
        return repository.commit({}, "Executable");
      },
      () => {
        repository.git("mv", "src/tasks/task-list.ts", "src/tasks/task-list.test.ts");
        return repository.commit({}, "Now a test");
      },
      () => {
        repository.git("reset", "--quiet", "--hard", "HEAD~3");
        return repository.commit({ "src/other.ts": "export function other() {}\n" }, "Another way");
      },
    ];
    for (const [number, step] of steps.entries()) {
      const commit = step();
      await update(commit);
      await expectSameAsRebuild(commit, `rebuilt-${number}`);
    }
  });

  it("equals a rebuild after a merge whose branch is older than the index", async () => {
    repository.commit(start);
    repository.git("switch", "--quiet", "--create", "side");
    repository.commit({ "side.ts": "export const side = 1;\n" }, "On the side");
    repository.git("switch", "--quiet", "main");
    await update(repository.commit({ "main.ts": "export const main = 1;\n" }, "On main"));
    repository.git("merge", "--quiet", "--no-ff", "--message", "Merge", "side");
    const commit = repository.git("rev-parse", "HEAD");
    await update(commit);
    await expectSameAsRebuild(commit, "rebuilt");
    expect(
      openIndex(join(folder, "index"))
        ?.history.recentCommits(9)
        .map(({ subject }) => subject),
    ).toEqual(["On main", "On the side", "Change"]);
  });

  it("reads only blobs that were never seen, a copied file included", async () => {
    await update(repository.commit(start));
    const text = "export const fresh = 1;\n";
    const commit = repository.commit({ "a.ts": text, "b.ts": text, "c.ts": start["src/tasks/task-list.ts"] });
    const { source, read } = countingSource();
    const report = await updateIndex({ directory: join(folder, "index"), source, commit });
    expect(report.parsedBlobs).toBe(1);
    expect(read).toHaveLength(1);
  });

  it("serves the former commit until the end and the new one after", async () => {
    const first = repository.commit(start);
    await update(first);
    const before = openIndex(join(folder, "index"));
    const second = repository.commit({ "src/new.ts": "export const fresh = 1;\n" });
    const seen: (string | undefined)[] = [];
    await updateIndex({
      directory: join(folder, "index"),
      source: gitDirectorySource(repository.directory),
      commit: second,
      onProgress: ({ phase, done }) => {
        if (phase !== "finishing" || done === 0) seen.push(openIndex(join(folder, "index"))?.commit);
      },
    });
    expect(new Set(seen)).toEqual(new Set([first]));
    expect(openIndex(join(folder, "index"))?.commit).toBe(second);
    expect(before?.commit).toBe(first);
    expect(before?.facts("src/new.ts")).toBeNull();
    expect(before?.facts("src/tasks/move-task.ts")?.symbols[0]?.name).toBe("moveTask");
  });

  it("tells how many files and symbols were read, and goes on from what a stopped run had stored", async () => {
    const commit = repository.commit(start);
    const seen: ReadSoFar[] = [];
    const follow = async (onReading: (reading: ReadSoFar) => void, signal?: AbortSignal) =>
      await updateIndex({
        directory: join(folder, "index"),
        source: gitDirectorySource(repository.directory),
        commit,
        ...(signal && { signal }),
        workers: 1,
        onProgress: ({ reading }) => reading && onReading(reading),
      });
    const stop = new AbortController();
    const stopped = follow((reading) => {
      seen.push(reading);
      if (reading.files > 0) stop.abort();
    }, stop.signal);
    await expect(stopped).rejects.toThrow(/abort/i);
    const reached = seen.at(-1);
    expect(reached).toMatchObject({ totalFiles: 5 });
    expect(reached?.files).toBeGreaterThan(0);
    seen.length = 0;
    const report = await follow((reading) => seen.push(reading));
    expect(seen[0]).toMatchObject({ files: reached?.files, symbols: reached?.symbols });
    expect(seen.at(-1)).toMatchObject({ files: 5, totalFiles: 5, symbols: report.symbols });
  });

  it("is not there before a first run ended", async () => {
    expect(openIndex(join(folder, "index"))).toBeNull();
    const commit = repository.commit(start);
    const controller = new AbortController();
    const running = updateIndex({
      directory: join(folder, "index"),
      source: gitDirectorySource(repository.directory),
      commit,
      signal: controller.signal,
      onProgress: ({ phase, done }) => {
        if (phase === "reading" && done > 0) controller.abort();
      },
    });
    await expect(running).rejects.toThrow(/abort/i);
    expect(openIndex(join(folder, "index"))).toBeNull();
    const report = await update(commit);
    expect(report.reusedBlobs).toBeGreaterThan(0);
    expect(report.parsedBlobs + report.reusedBlobs).toBe(5);
  });

  it("goes on after kill -9 without parsing stored blobs again", async () => {
    const files: Record<string, string> = {};
    for (let number = 0; number < 600; number += 1)
      files[`src/f${number}.ts`] = `export function f${number}() {\n  return ${number};\n}\n`.repeat(8);
    const commit = repository.commit(files);
    const script = join(folder, "run.ts");
    writeFileSync(
      script,
      `import { updateIndex } from ${JSON.stringify(new URL("./update-index.ts", import.meta.url).href)};
import { gitDirectorySource } from ${JSON.stringify(new URL("../testing/git-directory-source.ts", import.meta.url).href)};
const [directory, repository, commit] = process.argv.slice(2);
await updateIndex({ directory, source: gitDirectorySource(repository), commit, workers: 1, onProgress: ({ phase, done }) => {
  if (phase === "reading" && done > 0) process.kill(process.pid, "SIGKILL");
} });
`,
    );
    const child = spawn(process.execPath, [script, join(folder, "index"), repository.directory, commit], {
      stdio: "ignore",
    });
    const [, signal] = (await once(child, "exit")) as [number | null, string | null];
    expect(signal).toBe("SIGKILL");
    expect(openIndex(join(folder, "index"))).toBeNull();
    const report = await update(commit);
    expect(report.reusedBlobs).toBeGreaterThan(0);
    expect(report.parsedBlobs).toBeLessThan(600);
    expect(report.parsedBlobs + report.reusedBlobs).toBe(600);
    await expectSameAsRebuild(commit, "rebuilt");
  });

  it("rebuilds a file that is damaged", async () => {
    const commit = repository.commit(start);
    await update(commit);
    openIndex(join(folder, "index"))?.close();
    writeFileSync(storePath(join(folder, "index")), "this is no database, ".repeat(500));
    expect(openIndex(join(folder, "index"))).toBeNull();
    expect(await update(commit)).toMatchObject({ parsedBlobs: 5 });
    expect(openIndex(join(folder, "index"))?.files()).toHaveLength(5);
  });

  it("drops blobs that left long ago and keeps the recent ones", async () => {
    await update(repository.commit({ "keep.ts": "export const keep = 1;\n" }));
    for (let turn = 0; turn < 3; turn += 1) {
      const files: Record<string, string> = {};
      for (let number = 0; number < 300; number += 1) files[`d/${number}.txt`] = `${turn} ${number}\n`;
      await update(repository.commit(files));
    }
    const last = repository.git("rev-parse", "HEAD");
    expect(await update(repository.git("rev-parse", "HEAD~1"))).toMatchObject({ parsedBlobs: 0 });
    expect((await update(repository.git("rev-parse", "HEAD~2"))).parsedBlobs).toBeGreaterThan(0);
    await update(last);
    await expectSameAsRebuild(last, "rebuilt");
  });
});

describe("hostile content", () => {
  it("lists everything and fails on nothing", async () => {
    repository.link("link.ts", "../../etc/passwd");
    const deep = `${Array.from({ length: 50 }, (_, depth) => `d${depth}`).join("/")}/deep.ts`;
    const odd = ["with space.ts", "ümläut.ts", 'quo"te.ts', "new\nline.ts", "-dash.ts", "__proto__.ts", "constructor"];
    const files: Record<string, string | Uint8Array> = {
      [deep]: "export const deep = 1;\n",
      "binary.ts": Buffer.from([0, 1, 2, 255]),
      "image.png": Buffer.from([137, 80, 78, 71, 0]),
      "utf16.ts": Buffer.from("\ufeffexport const wide = 1;\n", "utf16le"),
      "line.js": `x="${"y".repeat(1_000_000)}"`,
      "huge.txt": "word ".repeat(300_000),
      "broken.ts": "export function {{{{ ((((",
      "constructor/toString.ts": "export const __proto__ = 1; import x from 'hasOwnProperty';\n",
      "empty.py": "",
    };
    delete files["constructor"];
    for (const name of odd.slice(0, -1)) files[name] = "export const odd = 1;\n";
    repository.commit(files);
    const sub = repository.git("rev-parse", "HEAD");
    repository.git("update-index", "--add", "--cacheinfo", `160000,${sub},module`);
    repository.git("commit", "--quiet", "--message", "Submodule");
    const commit = repository.git("rev-parse", "HEAD");
    const report = await update(commit);
    expect(report.files).toBe(Object.keys(files).length);
    const index = openIndex(join(folder, "index"));
    expect(index?.files().map(({ path }) => path)).not.toContain("link.ts");
    expect(new Map(index?.failedFiles().map(({ path, reason }) => [path, reason]))).toEqual(
      new Map([
        ["huge.txt", "larger than 1 MB"],
        ["line.js", "larger than 1 MB"],
        ["utf16.ts", "encoded as UTF-16"],
      ]),
    );
    expect(index?.search("deep")[0]?.path).toBe(deep);
    expect(index?.facts("new\nline.ts")?.symbols[0]?.name).toBe("odd");
    expect(index?.facts("binary.ts")?.kind).toBe("binary");
    expect(() => [
      index?.components(),
      index?.componentEdges(),
      index?.externalImports(),
      index?.statistics(),
    ]).not.toThrow();
    await expectSameAsRebuild(commit, "rebuilt");
  });

  it("names content that the repository lacks", async () => {
    const commit = repository.commit({ "here.ts": "export const here = 1;\n", "gone.ts": "export const gone = 1;\n" });
    const gone = repository.git("rev-parse", "HEAD:gone.ts");
    rmSync(join(repository.directory, ".git", "objects", gone.slice(0, 2), gone.slice(2)));
    const report = await update(commit);
    expect(report).toMatchObject({
      files: 2,
      failedFiles: [{ path: "gone.ts", reason: "content is missing in the repository" }],
    });
  });

  it("reads the history of a copy that lacks the former content of a renamed file", async () => {
    const lines = Array.from({ length: 30 }, (_unused, at) => `export const line${at} = ${at};`);
    repository.commit({ "old.ts": `${lines.join("\n")}\n` });
    const gone = repository.git("rev-parse", "HEAD:old.ts");
    const commit = repository.commit({ "old.ts": null, "new.ts": `${lines.slice(2).join("\n")}\n` });
    rmSync(join(repository.directory, ".git", "objects", gone.slice(0, 2), gone.slice(2)));
    await update(commit);
    const commits = openIndex(join(folder, "index"))?.history.recentCommits(9) ?? [];
    expect(commits.map(({ paths }) => paths.toSorted())).toEqual([["new.ts", "old.ts"], ["old.ts"]]);
  });

  it("takes an empty commit", async () => {
    const report = await update(repository.commit({}));
    expect(report).toMatchObject({ files: 0, parsedBlobs: 0 });
    const index = openIndex(join(folder, "index"));
    expect(index?.search("anything")).toEqual([]);
    expect(index?.findSymbols("anything")).toEqual([]);
    expect(index?.components()).toEqual([]);
  });
});
