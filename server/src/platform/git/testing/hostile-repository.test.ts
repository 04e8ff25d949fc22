import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";

import { afterAll, beforeAll, expect, it } from "vitest";

import { compareWithGit } from "#server/platform/git/diff/compare-with-git.ts";
import { diffCommits } from "#server/platform/git/diff/diff-commits.ts";
import { blameFile } from "#server/platform/git/history/blame-file.ts";
import { readHistory } from "#server/platform/git/history/read-history.ts";
import { findFiles } from "#server/platform/git/objects/find-files.ts";
import { isBinary } from "#server/platform/git/objects/is-binary.ts";
import { findEntry, listFolder } from "#server/platform/git/objects/list-tree.ts";
import { openBlobStream } from "#server/platform/git/objects/open-blob-stream.ts";
import { readBlob } from "#server/platform/git/objects/read-blob.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { listBranches } from "#server/platform/git/refs/list-branches.ts";

import { createHostileRepository, type HostileRepository } from "./hostile-repository.ts";

let hostile: HostileRepository;
let directory: string;
let commit: string;

beforeAll(async () => {
  hostile = await createHostileRepository();
  ({ directory, commit } = hostile);
});

afterAll(() => hostile.remove());

it("holds at least 200 hostile names", () => {
  expect(hostile.files.size + hostile.branches.length).toBeGreaterThan(250);
});

it("gives what git gives for every branch, folder, file and diff", async () => {
  const compared = await compareWithGit({ directory });
  expect(compared.differences).toEqual([]);
  expect(compared).toMatchObject({ branches: hostile.branches.length + 2, diffs: 2 });
  expect(compared.files).toBeGreaterThan(hostile.files.size);
});

it("notices when something is not as git has it", async () => {
  const compared = await compareWithGit({ directory, maxDiffs: 0 });
  expect(compared.differenceCount).toBe(0);
  // Two names that look the same as text: neither can be told from the other, so neither is shown.
  const twins = await hostile.git("rev-parse", "main:empty");
  await hostile.git(
    "update-ref",
    "refs/heads/twins",
    await commitOf(`100644 blob ${twins}\t\\377\n100644 blob ${twins}\t\\376\n`),
  );
  const withTwins = await compareWithGit({ directory, maxDiffs: 0 });
  expect(withTwins.differences).toEqual([expect.stringContaining("file")]);
  await hostile.git("update-ref", "-d", "refs/heads/twins");
});

async function commitOf(listing: string): Promise<string> {
  const bytes = listing.replace(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
  const tree = execFileSync("git", [`--git-dir=${directory}`, "mktree"], { input: Buffer.from(bytes, "latin1") });
  return await hostile.git("commit-tree", tree.toString().trim(), "-m", "Twins");
}

it("lists and finds every branch, loose and packed, by its exact name alone", async () => {
  const listed = new Set((await listBranches(directory)).map(({ name }) => name));
  for (const packing of [[], ["pack-refs", "--all"]]) {
    if (packing.length > 0) await hostile.git(...packing);
    for (const name of hostile.branches) {
      expect(listed.has(name)).toBe(true);
      expect(await resolveCommit(directory, name)).toBe(commit);
    }
    expect(await resolveCommit(directory, "byte-\ufffd\ufffd")).toBe(commit);
  }
  await hostile.git("update-ref", "refs/tags/refs/heads/ghost", commit);
  const tree = await hostile.git("rev-parse", "main^{tree}");
  const missing = [
    `v1-g${commit.slice(0, 7)}`,
    `main-0-g${commit.slice(0, 12)}`,
    "ghost",
    "mAIN",
    "x^{tree}",
    "main:empty",
    "@{-1}",
    "HEAD~1",
    "feature/a",
    "main/below",
    "../heads/main",
    "packed-refs",
    "z".repeat(255),
    "z".repeat(5000),
    tree,
    commit.toUpperCase(),
    "byte-\ufffd",
  ];
  for (const name of missing) expect(await resolveCommit(directory, name)).toBeNull();
});

it("takes a branch that is spelled like a commit for the branch", async () => {
  const other = await resolveCommit(directory, "other");
  await hostile.git("update-ref", `refs/heads/${commit}`, other ?? "");
  expect(await resolveCommit(directory, commit)).toBe(other);
  await hostile.git("update-ref", "-d", `refs/heads/${commit}`);
  expect(await resolveCommit(directory, commit)).toBe(commit);
});

it("reads every path, its bytes, its history and its lines, and follows nothing", async () => {
  for (const [path, content] of hostile.files) {
    const entry = await findEntry(directory, { commit, path });
    expect(entry?.size).toBe(content?.length ?? 0);
    const blob = await readBlob(directory, { commit, path, maxBytes: 2 ** 22 });
    expect(blob?.bytes ?? null).toEqual(content);
    const stream = await openBlobStream(directory, { commit, path });
    expect(stream && digest(await buffer(stream.bytes))).toBe(content && digest(content));
    const { commits } = await readHistory(directory, { commit, path, isFollowed: true, skip: 0, limit: 5 });
    expect(commits.at(-1)).toMatchObject({ subject: "Older", path });
    const isText = entry?.type === "file" && content !== null && content.length <= 1_048_576 && !isBinary(content);
    const blame = await blameFile(directory, { commit, path }).catch(() => null);
    const runs = path === "changed.txt" ? 3 : content?.length === 0 ? 0 : 1;
    expect(blame?.runs.length).toBe(isText ? runs : undefined);
    expect(await findFiles(directory, { commit, query: path, limit: 100 })).toContainEqual(
      expect.objectContaining({ path }),
    );
  }
  for (const path of ["link-git/config", "link-up/x", "gitlink/x", "loop/loop", "..", "../markers", "folder -/../-"]) {
    expect(await findEntry(directory, { commit, path })).toBeNull();
    expect(await listFolder(directory, { commit, path })).toBeNull();
  }
});

const digest = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

it("shows all names in one diff, and takes no content for a header", async () => {
  const { files } = await diffCommits(directory, { base: null, head: commit, contextLines: 3 });
  const paths = new Set(files.map(({ path }) => path));
  for (const path of hostile.files.keys()) expect(paths.has(path)).toBe(true);
  const lines = (path: string) =>
    files.find((file) => file.path === path)?.hunks.flatMap((hunk) => hunk.lines.map(({ content }) => content));
  expect(lines("looks-like-a-diff.txt")).toEqual(
    hostile.files.get("looks-like-a-diff.txt")?.toString().split("\n").slice(0, -1),
  );
  expect(lines("link-passwd")).toEqual(["/etc/passwd"]);
  expect(lines("crlf.txt")).toEqual(["one\r", "two\r", "\r"]);
});

it("never took a name or a content for a command", async () => {
  expect(await hostile.listMarkers()).toEqual([]);
});
