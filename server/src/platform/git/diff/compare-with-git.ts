import { createHash } from "node:crypto";

import { listFolder } from "#server/platform/git/objects/list-tree.ts";
import { readBlob } from "#server/platform/git/objects/read-blob.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";
import { listBranches } from "#server/platform/git/refs/list-branches.ts";

import { compareDiff } from "./compare-diff.ts";

export interface GitComparison {
  branches: number;
  /** Over all branches; what several branches share is compared once. */
  paths: number;
  folders: number;
  files: number;
  diffs: number;
  /** Files of those diffs, and how many of them were too long to be listed in full. */
  diffedFiles: number;
  truncatedFiles: number;
  /** In words, at most 100 of them. */
  differences: string[];
  differenceCount: number;
}

const maxDifferences = 100;
const defaultMaxDiffs = 200;

/**
 * Reads every branch, every folder and file of each branch's newest commit and the newest commits' diffs as the product
 * does, and compares them with git's own output. Files are compared by making their ids from the bytes that were read.
 */
export async function compareWithGit(options: {
  directory: string;
  maxDiffs?: number;
  signal?: AbortSignal;
}): Promise<GitComparison> {
  const { directory, signal } = options;
  const comparison = new GitComparisonRun();
  const heads = await compareBranches(comparison, directory, signal);
  const seen = new Set<string>();
  for (const commit of new Set(heads.values())) await compareTree(comparison, { directory, commit, seen, signal });
  for (const commit of await listNewest(directory, options.maxDiffs ?? defaultMaxDiffs, signal)) {
    const diff = await compareDiff(directory, commit, { report: (text) => comparison.report(text), signal });
    comparison.counts.diffs += 1;
    comparison.counts.diffedFiles += diff.files;
    comparison.counts.truncatedFiles += diff.truncatedFiles;
  }
  return comparison.counts;
}

class GitComparisonRun {
  readonly counts: GitComparison = {
    branches: 0,
    paths: 0,
    folders: 0,
    files: 0,
    diffs: 0,
    diffedFiles: 0,
    truncatedFiles: 0,
    differences: [],
    differenceCount: 0,
  };

  report(text: string): void {
    this.counts.differenceCount += 1;
    if (this.counts.differences.length < maxDifferences) this.counts.differences.push(text);
  }
}

/** The branches as git has them. */
async function compareBranches(
  comparison: GitComparisonRun,
  directory: string,
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  const args = ["for-each-ref", "--format=%(objectname) %(refname)", "refs/heads/"];
  const { stdout } = await runGit({ directory, args, signal });
  const lines = stdout.toString("utf8").split("\n").slice(0, -1);
  const expected = new Map(lines.map((line) => [line.replace(/^\S+ refs\/heads\//, ""), line.split(" ")[0] ?? ""]));
  const listed = new Map((await listBranches(directory, { signal })).map(({ name, oid }) => [name, oid]));
  for (const [name, oid] of expected) {
    comparison.counts.branches += 1;
    if (listed.get(name) !== oid) comparison.report(`branch ${name}: listed at ${listed.get(name)}, is at ${oid}`);
    const resolved = await resolveCommit(directory, name, { signal });
    if (resolved !== oid) comparison.report(`branch ${name}: resolved to ${resolved}, is at ${oid}`);
  }
  if (listed.size !== expected.size) comparison.report(`${listed.size} branches listed, there are ${expected.size}`);
  return expected;
}

interface TreeToCompare {
  directory: string;
  commit: string;
  /** Paths with the ids that were compared at them. */
  seen: Set<string>;
  signal?: AbortSignal | undefined;
}

interface ComparedEntry {
  mode: string;
  oid: string;
  path: string;
}

async function compareTree(comparison: GitComparisonRun, tree: TreeToCompare): Promise<void> {
  const { directory, commit, seen, signal } = tree;
  const args = ["ls-tree", "-r", "-t", "-z", "--full-tree", "--end-of-options", commit];
  const { stdout } = await runGit({ directory, args, signal });
  const entries = stdout.toString("utf8").split("\0").slice(0, -1).map(parseEntry);
  comparison.counts.paths += entries.length;
  const byFolder = Map.groupBy(entries, ({ path }) => path.slice(0, Math.max(0, path.lastIndexOf("/"))));
  await compareFolder(comparison, { directory, commit, signal }, { path: "", expected: byFolder.get("") ?? [] });
  for (const entry of entries) {
    const key = `${entry.oid} ${entry.mode} ${entry.path}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (entry.mode !== "040000") await compareFile(comparison, tree, entry);
    else {
      const expected = byFolder.get(entry.path) ?? [];
      await compareFolder(comparison, { directory, commit, signal }, { path: entry.path, expected });
    }
  }
}

/** "<mode> <type> <id>\t<path>" */
function parseEntry(record: string): ComparedEntry {
  const tab = record.indexOf("\t");
  const [mode = "", , oid = ""] = record.slice(0, tab).split(" ");
  return { mode, oid, path: record.slice(tab + 1) };
}

async function compareFolder(
  comparison: GitComparisonRun,
  location: { directory: string; commit: string; signal?: AbortSignal | undefined },
  { path, expected }: { path: string; expected: readonly ComparedEntry[] },
): Promise<void> {
  comparison.counts.folders += 1;
  const { directory, commit, signal } = location;
  const folder = await listFolder(directory, { commit, path, signal });
  const asText = ({ mode, oid, path }: ComparedEntry) => `${mode} ${oid} ${path}`;
  const found = folder?.entries.map(asText) ?? [];
  const wanted = expected.map(asText);
  const isSame = found.length === wanted.length && found.every((line, at) => line === wanted[at]);
  if (folder === null || !isSame) comparison.report(`folder ${JSON.stringify(path)} at ${commit}`);
}

async function compareFile(
  comparison: GitComparisonRun,
  { directory, commit, signal }: TreeToCompare,
  { mode, oid, path }: ComparedEntry,
): Promise<void> {
  comparison.counts.files += 1;
  const blob = await readBlob(directory, { commit, path, maxBytes: Number.MAX_SAFE_INTEGER, signal });
  const type = mode === "160000" ? "submodule" : mode === "120000" ? "symlink" : "file";
  const isSame =
    blob?.type === type && (type === "submodule" ? blob.oid === oid : hashBlob(blob.bytes, oid.length) === oid);
  if (!isSame) comparison.report(`file ${JSON.stringify(path)} at ${commit}`);
}

function hashBlob(bytes: Buffer | null, digits: number): string | null {
  if (bytes === null) return null;
  const hash = createHash(digits === 40 ? "sha1" : "sha256");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** Newest commits of all branches. */
async function listNewest(directory: string, limit: number, signal?: AbortSignal): Promise<string[]> {
  const { stdout } = await runGit({ directory, args: ["rev-list", `--max-count=${limit}`, "--branches"], signal });
  return stdout.toString("latin1").split("\n").slice(0, -1);
}
