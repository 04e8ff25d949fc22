import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import type { AppError } from "@cairn/contract/errors";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import type { BlobContent, CommitRecord } from "#server/git-source.ts";
import { listFolder, listTree } from "#server/platform/git/objects/list-tree.ts";
import { readBlob } from "#server/platform/git/objects/read-blob.ts";
import { isBranchName, resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { runGit, startGit } from "#server/platform/git/process/run-git.ts";
import { createTestRepository, testGitEnvironment, type TestRepository } from "#server/testing/git-repository.ts";

import { createMirrorSource } from "./mirror-source.ts";

const execute = promisify(execFile);

let repository: TestRepository;
let directory: string;
let commit: string;

const oddNames = [
  "new\nline.txt",
  "tab\there",
  'quote"s',
  "-dash",
  "--output=x",
  ":(glob)**",
  "*",
  "spaß/日本.md",
  " lead",
  "a\\b",
];

beforeAll(async () => {
  repository = await createTestRepository();
  directory = join(repository.path, ".git");
  await repository.commit("Old name\n\nWith a body\nof two lines.", {
    "src/old.ts": "one\ntwo\nthree\nfour\n",
    "gone.txt": "x",
  });
  await repository.git("mv", "src/old.ts", "src/new.ts");
  await repository.git("rm", "--quiet", "gone.txt");
  await repository.commit("Rename");
  await repository.commit("");
  await repository.commit(
    "Odd \u001f names \u2028 ünï",
    Object.fromEntries(oddNames.map((name) => [name, `in ${name}`])),
  );
  await repository.commit("Kinds", {
    "link.txt": { linkTo: "/etc/passwd" },
    "linked-folder": { linkTo: "src" },
    "empty.txt": "",
    "binary.bin": Buffer.from([0, 10, 255, 13, 10, 0]),
    "large.txt": "x".repeat(100_000),
  });
  await repository.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},vendor/lib`);
  await repository.git("commit", "--quiet", "-m", "Submodule");
  const bytePath = Buffer.concat([Buffer.from(repository.path), Buffer.from("/caf\xe9.txt", "latin1")]);
  await writeFile(bytePath, "latin");
  await execute("sh", ["-c", "git add -- caf*.txt && git commit --quiet -m Bytes"], {
    cwd: repository.path,
    env: testGitEnvironment(),
  });
  commit = await repository.git("rev-parse", "HEAD");
});

afterAll(() => repository.remove());
afterEach(() => void vi.useRealTimers());

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

describe("trees and blobs", () => {
  it("lists every entry with size and kind, whatever its name", async () => {
    const tree = await listTree(directory, commit);
    const byPath = new Map(tree.map((entry) => [entry.path, entry]));
    for (const name of oddNames) expect(byPath.get(name)?.size).toBe(Buffer.byteLength(`in ${name}`));
    expect(byPath.get("link.txt")).toMatchObject({ mode: "120000", size: 11 });
    expect(byPath.get("vendor/lib")).toMatchObject({ mode: "160000", size: 0, oid: "1".repeat(40) });
    expect(byPath.get("empty.txt")).toMatchObject({ mode: "100644", size: 0 });
    expect(byPath.has("caf\ufffd.txt")).toBe(true);
    expect(byPath.has("src")).toBe(false);
    await expect(listTree(directory, "0".repeat(40))).rejects.toMatchObject({ code: "not_found" });
    await expect(listTree(directory, "--help")).rejects.toMatchObject({ code: "not_found" });
  });

  it("lists one folder with its id", async () => {
    const root = await listFolder(directory, { commit, path: "/" });
    expect(root?.oid).toBe(await repository.git("rev-parse", "HEAD^{tree}"));
    const types = new Map(root?.entries.map((entry) => [entry.path, entry.type]));
    expect(types.get("src")).toBe("folder");
    expect(types.get("link.txt")).toBe("symlink");
    expect(types.get("--output=x")).toBe("file");
    const src = await listFolder(directory, { commit, path: "src/" });
    expect(src?.oid).toBe(await repository.git("rev-parse", "HEAD:src"));
    expect(src?.entries.map((entry) => entry.path)).toEqual(["src/new.ts"]);
    for (const path of [
      "missing",
      "src/new.ts",
      "linked-folder",
      "vendor/lib",
      "..",
      "src/../src",
      "a\0b",
      "x".repeat(5000),
    ]) {
      expect(await listFolder(directory, { commit, path })).toBeNull();
    }
  });

  it("reads one file by its path and follows nothing", async () => {
    const read = (path: string, maxBytes = 1000) => readBlob(directory, { commit, path, maxBytes });
    for (const name of oddNames) expect((await read(name))?.bytes?.toString()).toBe(`in ${name}`);
    expect(await read("link.txt")).toMatchObject({ type: "symlink", bytes: Buffer.from("/etc/passwd") });
    expect(await read("vendor/lib")).toEqual({ type: "submodule", oid: "1".repeat(40), size: 0, bytes: null });
    expect(await read("large.txt")).toMatchObject({ type: "file", size: 100_000, bytes: null });
    expect((await read("large.txt", 100_000))?.bytes).toHaveLength(100_000);
    expect((await read("empty.txt"))?.bytes).toHaveLength(0);
    for (const path of ["src", "missing", "linked-folder/new.ts", "../x", "/etc/passwd", "", "s*c/new.ts"]) {
      expect(await read(path)).toBeNull();
    }
  });
});

describe("createMirrorSource", () => {
  it("reads blobs in the order asked, byte for byte, without the large ones", async () => {
    const source = createMirrorSource(directory);
    const tree = (await source.listTree(commit)).filter((entry) => entry.mode !== "160000").reverse();
    const blobs = await collect(
      source.readBlobs(
        tree.map((entry) => entry.oid),
        { maxBytes: 50_000 },
      ),
    );
    expect(blobs.map((blob) => [blob.oid, blob.size])).toEqual(tree.map((entry) => [entry.oid, entry.size]));
    const contentOf = (path: string): BlobContent | undefined => blobs[tree.findIndex((entry) => entry.path === path)];
    expect(contentOf("binary.bin")?.bytes).toEqual(Buffer.from([0, 10, 255, 13, 10, 0]));
    expect(contentOf("large.txt")).toMatchObject({ size: 100_000, bytes: null });
    expect(contentOf("empty.txt")?.bytes).toHaveLength(0);
    expect(await collect(source.readBlobs([]))).toEqual([]);
    const later = Promise.resolve(tree.map((entry) => entry.oid));
    const small = await collect(source.readBlobs(later, { maxBytes: (oid) => (oid === tree[0]?.oid ? 1000 : 0) }));
    expect(small.map(({ size }) => size)).toEqual(tree.map(({ size }) => size));
    expect(small.filter(({ bytes, size }) => bytes !== null && size > 0).map(({ oid }) => oid)).toEqual([tree[0]?.oid]);
  });

  it("lets a slow reader take more than all buffers hold, and stop early", async () => {
    const source = createMirrorSource(directory);
    const oid = await repository.git("rev-parse", "HEAD:large.txt");
    let bytes = 0;
    for await (const blob of source.readBlobs(Array.from({ length: 300 }, () => oid))) bytes += blob.bytes?.length ?? 0;
    expect(bytes).toBe(30_000_000);
    for await (const blob of source.readBlobs(Array.from({ length: 20_000 }, () => oid))) {
      expect(blob.oid).toBe(oid);
      break;
    }
  });

  it("says of an id that it is no blob of this repository, and refuses what is no id", async () => {
    const source = createMirrorSource(directory);
    for (const oid of ["1".repeat(40), commit])
      expect(await collect(source.readBlobs([oid]))).toEqual([{ oid, size: 0, bytes: null, isMissing: true }]);
    for (const oid of ["HEAD:large.txt", "--help"])
      await expect(collect(source.readBlobs(Promise.resolve([oid])))).rejects.toMatchObject({ code: "not_found" });
    await expect(collect(source.readBlobs(Promise.reject(new Error("no list"))))).rejects.toThrow("no list");
  });

  it("reads the others around one that is missing, more than the pipe to git holds", async () => {
    const source = createMirrorSource(directory);
    const oid = await repository.git("rev-parse", "HEAD:large.txt");
    const oids = Array.from({ length: 5_000 }, () => oid);
    const missing = "f".repeat(40);
    const [first, ...others] = await collect(source.readBlobs([missing, ...oids]));
    expect(first).toEqual({ oid: missing, size: 0, bytes: null, isMissing: true });
    expect(others.length).toBe(oids.length);
    expect(others.every(({ bytes }) => bytes !== null)).toBe(true);
  });

  it("ends with the reader's signal", async () => {
    const source = createMirrorSource(directory);
    const controller = new AbortController();
    const oid = await repository.git("rev-parse", "HEAD:large.txt");
    const reading = async () => {
      for await (const blob of source.readBlobs(
        Array.from({ length: 5000 }, () => oid),
        { signal: controller.signal },
      )) {
        expect(blob.oid).toBe(oid);
        controller.abort();
      }
    };
    await expect(reading()).rejects.toMatchObject({ code: "cancelled" });
  });

  it("reads the log with new names, odd names and empty messages", async () => {
    const records = await collect(createMirrorSource(directory).readLog(commit, { limit: 100 }));
    const bySubject = new Map(records.map((record): [string, CommitRecord] => [record.subject, record]));
    expect(records.map((record) => record.subject)).toEqual([
      "Bytes",
      "Submodule",
      "Kinds",
      "Odd \u001f names \u2028 ünï",
      "",
      "Rename",
      "Old name",
    ]);
    expect(bySubject.get("Rename")?.paths).toEqual(["gone.txt", "src/new.ts"]);
    expect(new Set(bySubject.get("Odd \u001f names \u2028 ünï")?.paths)).toEqual(new Set(oddNames));
    expect(bySubject.get("")).toMatchObject({ body: "", paths: [] });
    expect(bySubject.get("Old name")).toMatchObject({
      authorName: "Ada Example",
      authorEmail: "ada@example.com",
      committedAt: "2026-01-02T03:04:05+01:00",
      body: "With a body\nof two lines.",
      paths: ["gone.txt", "src/old.ts"],
    });
  });

  it("finds the newest commits by their clocks, not by git's order", async () => {
    const source = createMirrorSource(directory);
    const dated = async (seconds: number, parent: string) =>
      (
        await execute("git", ["commit-tree", `${commit}^{tree}`, "-p", parent, "-m", `at ${seconds}`], {
          cwd: repository.path,
          env: { ...testGitEnvironment(), GIT_COMMITTER_DATE: `${seconds} +0000` },
        })
      ).stdout.trim();
    // A clock far ahead, then more commits than are read at first.
    const ahead = await dated(2_000_000_000, commit);
    let tip = ahead;
    for (let number = 0; number < 260; number += 1) tip = await dated(1_900_000_000 + number, tip);
    const subjects = (await collect(source.readLog(tip, { limit: 3 }))).map(({ subject }) => subject);
    expect(subjects).toContain("at 2000000000");
    expect(subjects.length).toBeLessThan(262);
  });
});

describe("compareCommits", () => {
  const compare = (from: string, to: string, limit = 100) =>
    createMirrorSource(directory).compareCommits(from, to, { limit });
  const commitTree = (tree: string, ...args: string[]) => repository.git("commit-tree", tree, ...args);

  /** What `git diff-tree` says of the two, by path. */
  async function expected(from: string, to: string) {
    const lines = await repository.git("diff-tree", "-r", "--raw", "--no-renames", "--no-abbrev", "-z", from, to);
    const pieces = lines.split("\0");
    const changes = new Map<string, unknown>();
    for (let at = 0; at + 1 < pieces.length; at += 2) {
      const [, mode, , oid, status] = pieces[at]?.split(" ") ?? [];
      changes.set(pieces[at + 1] ?? "", status === "D" ? null : { oid, mode });
    }
    return changes;
  }

  it("tells commits and files of a push, whatever their names", async () => {
    const source = createMirrorSource(directory);
    const log = await collect(source.readLog(commit, { limit: 10 }));
    for (const ancestor of log.map(({ oid }) => oid)) {
      const found = await compare(ancestor, commit);
      expect(found?.came).toEqual(
        log.slice(
          0,
          log.findIndex(({ oid }) => oid === ancestor),
        ),
      );
      expect(found?.gone).toEqual([]);
      const files = new Map(found?.files.map(({ path, entry }) => [path, entry]));
      expect(files.size).toBe(found?.files.length);
      // A path that came and went within the push is named too.
      for (const [path, entry] of files)
        if (entry === null && !(await expected(ancestor, commit)).has(path)) files.delete(path);
      expect(files).toEqual(await expected(ancestor, commit));
    }
  });

  it("tells what a force-push, a merge and an unrelated history changed", async () => {
    const first = await repository.git("rev-list", "--max-parents=0", "HEAD");
    const root = await commitTree(`${first}^{tree}`, "-m", "another root");
    const merge = await commitTree(`${first}^{tree}`, "-p", root, "-p", commit, "-m", "merge");
    for (const [from, to] of [
      [commit, first],
      [commit, root],
      [root, commit],
      [commit, merge],
      [root, merge],
    ] as const) {
      const found = await compare(from, to);
      expect(new Map(found?.files.map(({ path, entry }) => [path, entry]))).toEqual(await expected(from, to));
      const only = async (one: string, other: string) =>
        (await repository.git("rev-list", "--no-merges", one, `^${other}`)).split("\n").filter((oid) => oid !== "");
      expect(found?.came.map(({ oid }) => oid).sort()).toEqual((await only(to, from)).sort());
      expect(found?.gone.map(({ oid }) => oid).sort()).toEqual((await only(from, to)).sort());
    }
  });

  it("knows when it cannot tell", async () => {
    expect(await compare("0".repeat(40), commit)).toBeNull();
    expect(await compare("--output=/tmp/x", commit)).toBeNull();
    const first = await repository.git("rev-list", "--max-parents=0", "HEAD");
    expect(await compare(first, commit, 3)).toBeNull();
    expect(await compare(commit, commit)).toEqual({ files: [], came: [], gone: [] });
  });
});

describe("resolveCommit", () => {
  it("knows branches and full ids and nothing else", async () => {
    await repository.git("tag", "v1");
    expect(await resolveCommit(directory, "main")).toBe(commit);
    expect(await resolveCommit(directory, commit)).toBe(commit);
    const tree = await repository.git("rev-parse", "HEAD^{tree}");
    for (const text of [
      "",
      "v1",
      "HEAD",
      "main~1",
      "main^",
      "main@{0}",
      "main:src",
      "main^{tree}",
      "--all",
      "-",
      "@",
      "mai*",
      tree,
      "../heads/main",
      "main\n",
      "main\0",
      " main",
      ":/Kinds",
      "main..main",
      commit.slice(0, 12),
      "0".repeat(40),
      "x".repeat(3000),
    ]) {
      expect(await resolveCommit(directory, text)).toBeNull();
    }
  });

  it.each(["a.lock/b", ".a", "a/.b", "a.", "a//b", "/a", "a/"])("refuses the name %j", (name) => {
    expect(isBranchName(name)).toBe(false);
  });
});

describe("runGit", () => {
  it("gives git nothing of the server's environment", async () => {
    vi.stubEnv("CAIRN_TEST_SECRET", "canary-7f3a");
    const { stdout } = await runGit({ directory, args: ["-c", "alias.env=!env", "env"] });
    expect(stdout.toString()).toContain("GIT_CONFIG_NOSYSTEM=1");
    expect(stdout.toString()).not.toContain("canary-7f3a");
  });

  it("ends git and its children when time, output or the caller says so", async () => {
    const pids = join(repository.path, "..", `pids-${process.pid}`);
    const listStarted = async () => (await readFile(pids, "utf8").catch(() => "")).split("\n").slice(0, -1);
    const sleeping = {
      directory,
      args: ["-c", `alias.wait=!echo $$ >> ${pids}; sleep 600 & echo $! >> ${pids}; sleep 600`, "wait"],
    };
    const stop = new AbortController();
    // The clock stands until git and its child run.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const ends = [
      [{ timeoutMs: 200 }, () => vi.advanceTimersByTime(200), "did not finish within 0.2 seconds"],
      [{ idleTimeoutMs: 200 }, () => vi.advanceTimersByTime(200), "said nothing for 0.2 seconds"],
      [{ signal: stop.signal }, () => stop.abort(), "cancelled"],
    ] as const;
    for (const [at, [given, end, message]] of ends.entries()) {
      const outcome = runGit({ ...sleeping, ...given }).catch((error: AppError) =>
        [error.code, error.message].join(" "),
      );
      while ((await listStarted()).length < 2 * (at + 1)) await new Promise(setImmediate);
      end();
      expect(await outcome).toContain(message);
    }
    vi.useRealTimers();
    await expect(runGit({ ...sleeping, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "cancelled" });
    const started = await listStarted();
    await rm(pids);
    expect(started).toHaveLength(6);
    const states = await execute("ps", ["-o", "stat=", "-p", started.join(",")]).catch(
      (error: { stdout: string }) => error,
    );
    // Ended processes may still stand in the table for whoever adopted them.
    expect(states.stdout.split("\n").filter((state) => state !== "" && !state.startsWith("Z"))).toEqual([]);
    const endless = { directory, args: ["-c", "alias.flood=!yes", "flood"] };
    await expect(runGit({ ...endless, maxOutputBytes: 1_000_000 })).rejects.toMatchObject({ code: "too_large" });
  });

  it("uses no transport unless it is named", async () => {
    await expect(runGit({ directory, args: ["ls-remote", repository.path] })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  it("says when the mirror is gone", async () => {
    const missing = join(repository.path, "missing.git");
    await expect(listTree(missing, commit)).rejects.toThrow("copy of the repository is missing");
  });

  it("tells that git is not installed", async () => {
    vi.stubEnv("PATH", "/nonexistent");
    const git = startGit({ directory, args: ["version"] });
    await expect(git.done).rejects.toMatchObject({
      code: "unavailable",
      message: "Git is not installed on this server.",
    });
  });

  it("reads a mirror that lies under an odd folder name", async () => {
    const odd = join(repository.path, "-odd $(id) 'name\".git");
    await repository.git("clone", "--quiet", "--bare", repository.path, odd);
    expect(await resolveCommit(odd, "main")).toBe(commit);
    await rm(odd, { recursive: true });
  });
});
