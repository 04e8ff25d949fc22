import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { listFolder } from "./list-tree.ts";
import { readObject, readObjectHeader, releaseAllObjects, releaseObjects } from "./object-reader.ts";
import { readBlob } from "./read-blob.ts";

const execute = promisify(execFile);

let repository: TestRepository;
let directory: string;
let commit: string;
const large = randomBytes(6 * 1024 * 1024);

beforeEach(async () => {
  repository = await createTestRepository();
  directory = join(repository.path, ".git");
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`many/${at}.txt`, `file ${at}\n`]));
  commit = await repository.commit("First", { "large.bin": large, "empty.txt": "", ...many });
});

afterEach(async () => {
  releaseAllObjects();
  await repository.remove();
});

/** The git processes that stay for this repository. */
async function listProcesses(of = directory): Promise<number[]> {
  const { stdout } = await execute("ps", ["-eo", "pid=,stat=,args="]);
  return stdout
    .split("\n")
    .filter((line) => line.includes(`--git-dir=${of} `) && line.includes("--batch-command") && !/^\s*\d+ Z/.test(line))
    .map((line) => Number.parseInt(line, 10));
}

const oidOf = (path: string) => repository.git("rev-parse", `HEAD:${path}`);
const contentOf = async (path: string) =>
  (await readBlob(directory, { commit, path, maxBytes: 10_000_000 }))?.bytes?.toString("latin1");

it("answers many questions at once, each with its own object, through one process", async () => {
  const paths = Array.from({ length: 500 }, (_, at) => `many/${at}.txt`);
  expect(await Promise.all(paths.map(contentOf))).toEqual(paths.map((_, at) => `file ${at}\n`));
  expect(await listProcesses()).toHaveLength(1);
});

it("knows only full ids of objects that are there", async () => {
  const empty = await oidOf("empty.txt");
  expect(await readObject(directory, empty, { maxBytes: 0 })).toMatchObject({ type: "blob", size: 0 });
  for (const text of ["HEAD", "main", "HEAD:empty.txt", "", "-", empty.slice(0, 39), `${empty}\n`, "0".repeat(40)]) {
    expect(await readObjectHeader(directory, text)).toBeNull();
  }
  expect(await readObjectHeader(directory, `${empty}${empty.slice(0, 24)}`)).toBeNull();
  expect(await contentOf("empty.txt")).toBe("");
});

it("tells the size of what is too large, and reads large content apart from the rest", async () => {
  const oid = await oidOf("large.bin");
  expect(await readObject(directory, oid, { maxBytes: 1000 })).toEqual({
    oid,
    type: "blob",
    size: large.length,
    bytes: null,
  });
  const read = await readObject(directory, oid, { maxBytes: large.length });
  expect(read?.bytes?.equals(large)).toBe(true);
});

it("goes on with another process when one was killed, also in the middle of questions", async () => {
  expect(await contentOf("many/1.txt")).toBe("file 1\n");
  const [first = 0] = await listProcesses();
  process.kill(first, "SIGKILL");
  expect(await contentOf("many/2.txt")).toBe("file 2\n");
  const [second = 0] = await listProcesses();
  expect(second).not.toBe(first);
  process.kill(second, "SIGSTOP");
  const requested = Promise.all([contentOf("many/3.txt"), contentOf("many/4.txt"), contentOf("many/5.txt")]);
  await new Promise(setImmediate);
  process.kill(second, "SIGKILL");
  expect(await requested).toEqual(["file 3\n", "file 4\n", "file 5\n"]);
});

it("lets one go away without a word to the others", async () => {
  await contentOf("many/1.txt");
  const [pid = 0] = await listProcesses();
  process.kill(pid, "SIGSTOP");
  const stop = new AbortController();
  const oids = await Promise.all(["many/1.txt", "many/2.txt", "many/3.txt"].map(oidOf));
  const leaving = readObjectHeader(directory, oids[0] ?? "", { signal: stop.signal });
  const staying = oids.slice(1).map((oid) => readObjectHeader(directory, oid));
  stop.abort();
  await expect(leaving).rejects.toMatchObject({ code: "cancelled" });
  process.kill(pid, "SIGCONT");
  expect((await Promise.all(staying)).map((header) => header?.oid)).toEqual(oids.slice(1));
  await expect(readObjectHeader(directory, commit, { signal: stop.signal })).rejects.toMatchObject({
    code: "cancelled",
  });
});

it("fails the one who asks for a damaged object, and nobody else", async () => {
  const damaged = await oidOf("many/7.txt");
  const file = join(directory, "objects", damaged.slice(0, 2), damaged.slice(2));
  await chmod(file, 0o644);
  await writeFile(file, "damaged");
  const paths = Array.from({ length: 20 }, (_, at) => `many/${at}.txt`);
  const read = await Promise.allSettled(paths.map(contentOf));
  expect(read.map(({ status }) => status)).toEqual(paths.map((_, at) => (at === 7 ? "rejected" : "fulfilled")));
  expect(read[7]).toMatchObject({ reason: { name: "AppError" } });
});

it("sees what came later, also after the packs were written anew", async () => {
  await contentOf("empty.txt");
  commit = await repository.commit("Second", { "new.txt": "new" });
  expect(await contentOf("new.txt")).toBe("new");
  await repository.git("repack", "-a", "-d", "-q");
  await repository.git("prune-packed");
  expect(await contentOf("many/8.txt")).toBe("file 8\n");
  commit = await repository.commit("Third", { "newer.txt": "newer" });
  await repository.git("repack", "-a", "-d", "-q");
  await repository.git("prune-packed");
  expect(await contentOf("newer.txt")).toBe("newer");
  expect(await contentOf("many/9.txt")).toBe("file 9\n");
});

it("says that the repository is missing, and reads one that was put in its place", async () => {
  const location = join(repository.path, "place.git");
  await repository.git("clone", "--quiet", "--bare", repository.path, location);
  expect(await readObjectHeader(location, commit)).toMatchObject({ type: "commit" });
  releaseObjects(location);
  await expect.poll(() => listProcesses(location)).toEqual([]);
  await rename(location, `${location}.old`);
  await expect(readObjectHeader(location, commit)).rejects.toThrow("copy of the repository is missing");
  await rename(`${location}.old`, location);
  expect(await readObjectHeader(location, commit)).toMatchObject({ type: "commit" });
  await rm(location, { recursive: true });
});

it("says that git cannot be started, and goes on once it can", async () => {
  vi.stubEnv("PATH", "/nonexistent");
  const reading = readObjectHeader(directory, commit);
  await expect(reading).rejects.toMatchObject({ code: "unavailable" });
  vi.unstubAllEnvs();
  expect(await readObjectHeader(directory, commit)).toMatchObject({ type: "commit" });
});

it("reads repositories with longer ids, and takes no short id there for the beginning of one", async () => {
  const location = join(repository.path, "sha256.git");
  await execute("git", ["init", "--quiet", "--bare", "--object-format=sha256", location]);
  const writing = execute("git", [`--git-dir=${location}`, "fast-import", "--quiet"]);
  writing.child.stdin?.end(
    "commit refs/heads/main\ncommitter A <a@example.com> 0 +0000\ndata 1\nx\nM 644 inline folder/a.txt\ndata 2\nhi\n",
  );
  await writing;
  const { stdout } = await execute("git", [`--git-dir=${location}`, "rev-parse", "main"]);
  const head = stdout.trim();
  expect(head).toHaveLength(64);
  const folder = await listFolder(location, { commit: head, path: "folder" });
  expect(folder?.entries).toMatchObject([{ path: "folder/a.txt", type: "file" }]);
  const read = await readBlob(location, { commit: head, path: "folder/a.txt", maxBytes: 10 });
  expect(read?.bytes?.toString()).toBe("hi");
  expect(await readObjectHeader(location, head.slice(0, 40))).toBeNull();
});

it("keeps a few processes only, and none when it is let go", async () => {
  const places = Array.from({ length: 10 }, (_, at) => join(repository.path, `copy-${at}.git`));
  for (const location of places) {
    await repository.git("clone", "--quiet", "--bare", repository.path, location);
    expect(await readObjectHeader(location, commit)).toMatchObject({ type: "commit" });
  }
  const running = async () =>
    (await Promise.all(places.map((location) => listProcesses(location)))).map(({ length }) => length);
  await expect.poll(running).toEqual([0, 0, 1, 1, 1, 1, 1, 1, 1, 1]);
  expect(await readdir(repository.path)).toContain("copy-9.git");
  releaseAllObjects();
  await expect.poll(running).toEqual(places.map(() => 0));
});

it("does not keep the server from ending", async () => {
  const program = `
    const { readObjectHeader } = await import(${JSON.stringify(import.meta.resolve("./object-reader.ts"))});
    const header = await readObjectHeader(${JSON.stringify(directory)}, ${JSON.stringify(commit)});
    process.stdout.write(header.type);`;
  const { stdout } = await execute(process.execPath, ["--input-type=module", "--eval", program]);
  expect(stdout).toBe("commit");
  await expect.poll(() => listProcesses()).toEqual([]);
});
