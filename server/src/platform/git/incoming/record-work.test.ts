import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";

import { afterEach, beforeEach, expect, it } from "vitest";

import { createEgress } from "#server/platform/egress/resolve-address.ts";
import { startGitService } from "#server/platform/git/hosting/serve-git.ts";
import { listBranches } from "#server/platform/git/refs/list-branches.ts";
import { cloneMirror } from "#server/platform/git/remote/clone-mirror.ts";
import { compactMirror } from "#server/platform/git/remote/compact-mirror.ts";
import { fetchMirror } from "#server/platform/git/remote/fetch-mirror.ts";
import { startGitHttpServer, type GitHttpServer } from "#server/testing/git-http-server.ts";
import { createTestRepository, testGitEnvironment, type TestRepository } from "#server/testing/git-repository.ts";

import { moveWorkRef, readWorkRef, writeWorkCommit } from "./record-work.ts";

const execute = promisify(execFile);
const ref = "refs/cairn/implementations/0b5e/build";

let folder: string;
let directory: string;
let source: TestRepository;
let server: GitHttpServer;
let first: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-work-"));
  directory = join(folder, "mirror.git");
  source = await createTestRepository();
  first = await source.commit("First", { "a.txt": "one\n" });
  await source.git("clone", "--quiet", "--bare", source.path, join(folder, "shop.git"));
  await source.git("remote", "add", "origin", join(folder, "shop.git"));
  server = await startGitHttpServer({ root: folder, host: "127.0.0.10" });
  await cloneMirror(pull());
});
afterEach(async () => {
  await server.close();
  await source.remove();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

function pull() {
  const remote = { kind: "url", url: `${server.origin}/shop.git` } as const;
  return { directory, remote, egress: createEgress({ allow: server.endpoint }), maxBytes: 50 * 1024 * 1024 };
}

const git = async (...args: string[]) =>
  (await execute("git", [`--git-dir=${directory}`, ...args], { env: testGitEnvironment() })).stdout.trim();

async function write(message: string, parents = [first]): Promise<string> {
  const tree = await git("rev-parse", `${first}^{tree}`);
  const author = { name: "Cairn <x>\n", email: "agent@example.com" };
  return await writeWorkCommit(directory, { tree, parents, message, author, date: new Date("2026-01-02T03:04:05Z") });
}

it("makes the same commit of the same parts, with our name on it", async () => {
  const oid = await write("FB-9: Build\n\n\0Text");
  expect(await write("FB-9: Build\n\n\0Text")).toBe(oid);
  expect(await git("show", "--no-patch", "--format=%P|%an|%ae|%cI|%B", oid)).toBe(
    `${first}|Cairn x|agent@example.com|2026-01-02T03:04:05+00:00|FB-9: Build\n\nText`,
  );
  expect(await git("fsck", "--strict", "--no-dangling")).toBe("");
});

it("lets one of twenty move a ref, and the others hear of it", async () => {
  const oids = await Promise.all(Array.from({ length: 20 }, (_, at) => write(`Try ${at}`)));
  const moves = await Promise.allSettled(oids.map((oid) => moveWorkRef(directory, { ref, oid, expected: null })));
  expect(moves.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const winner = oids[moves.findIndex(({ status }) => status === "fulfilled")];
  expect(await readWorkRef(directory, ref)).toBe(winner);
  const lost = moves.find((move) => move.status === "rejected");
  expect(lost?.reason).toMatchObject({ code: "conflict", message: "Somebody else went on with this run meanwhile." });
});

it("changes nothing when the same move is made again", async () => {
  const oid = await write("Build");
  await moveWorkRef(directory, { ref, oid, expected: null });
  await moveWorkRef(directory, { ref, oid, expected: null });
  const next = await write("Next", [oid]);
  await moveWorkRef(directory, { ref, oid: next, expected: oid });
  await expect(moveWorkRef(directory, { ref, oid, expected: first })).rejects.toMatchObject({ code: "conflict" });
  expect(await readWorkRef(directory, ref)).toBe(next);
  expect(await readWorkRef(directory, "refs/cairn/implementations/0b5e")).toBeNull();
});

it.each([
  "refs/heads/main",
  "refs/cairn/other",
  "refs/cairn/implementations/",
  "refs/cairn/implementations/../../heads/main",
  "refs/cairn/implementations/a.lock",
  "refs/cairn/implementations/a b",
  "--output=/tmp/x",
])("moves nothing but refs of runs: %s", async (other) => {
  await expect(moveWorkRef(directory, { ref: other, oid: first, expected: null })).rejects.toThrow(
    "Not a ref of a run",
  );
  expect(await git("rev-parse", "refs/heads/main")).toBe(first);
});

it("keeps the work of runs through fetches that prune, and through compaction", async () => {
  const oid = await write("Build");
  await moveWorkRef(directory, { ref, oid, expected: null });
  await source.git("checkout", "--quiet", "-b", "gone");
  await source.git("push", "--quiet", "origin", "gone");
  await fetchMirror(pull());
  await source.git("push", "--quiet", "origin", "--delete", "gone");
  await source.commit("Second", { "b.txt": "two\n" });
  await source.git("push", "--quiet", "--force", "origin", "HEAD:main");
  const { changes } = await fetchMirror(pull());
  expect(changes.map(({ name }) => name).toSorted()).toEqual(["gone", "main"]);
  await compactMirror(directory, { maxPacks: 0 });
  expect(await readWorkRef(directory, ref)).toBe(oid);
  expect(await git("show", "--no-patch", "--format=%s", ref)).toBe("Build");
});

it("shows the work of runs to nobody who fetches, and lists it as no branch", async () => {
  await moveWorkRef(directory, { ref, oid: await write("Build"), expected: null });
  expect((await listBranches(directory)).map(({ name }) => name)).toEqual(["main"]);
  const served = {
    directory,
    maxInputBytes: 1e9,
    protectedRef: null,
    hooksDirectory: "/nonexistent",
    onlyBranch: null,
  };
  const serving = startGitService(served, { service: "upload-pack", protocol: null });
  serving.stdin.end("0000");
  const shown = (await buffer(serving.stdout)).toString("latin1");
  expect(shown).toContain("refs/heads/main");
  expect(shown).not.toContain("refs/cairn");
});
