import { notFound } from "@cairn/contract/errors";

import type { TreeEntry } from "#server/code-index/git-source.ts";

import { isObjectId } from "./resolve-commit.ts";
import { runGit } from "./run-git.ts";

/** An entry of one folder. */
export interface FolderEntry extends TreeEntry {
  type: "folder" | "file" | "symlink" | "submodule";
}

export interface Folder {
  /** Id of the folder's tree: the same content has the same id. */
  oid: string;
  entries: FolderEntry[];
}

/** Every file, link and submodule of a commit with its size, in git's order. Folders are not listed. */
export async function listTree(
  directory: string,
  commit: string,
  options: { signal?: AbortSignal } = {},
): Promise<TreeEntry[]> {
  const entries = await readTree(directory, { args: ["-r"], treeish: commit, paths: [], signal: options.signal });
  return entries.map(({ path, oid, mode, size }) => ({ path, oid, mode, size }));
}

/** One folder of a commit, not recursively; "" is the root. Null when there is no such folder. */
export async function listFolder(
  directory: string,
  { commit, path, signal }: { commit: string; path: string; signal?: AbortSignal },
): Promise<Folder | null> {
  const folderPath = path.replace(/^\/+|\/+$/g, "");
  const oid =
    folderPath === ""
      ? await rootTree(directory, commit, signal)
      : await folderTree(directory, { commit, path: folderPath, signal });
  if (oid === null) return null;
  const entries = await readTree(directory, { args: [], treeish: oid, paths: [], signal });
  const prefix = folderPath === "" ? "" : `${folderPath}/`;
  return { oid, entries: entries.map((entry) => ({ ...entry, path: prefix + entry.path })) };
}

/** What stands at one path of a commit; null when nothing does. */
export async function findEntry(
  directory: string,
  { commit, path, signal }: { commit: string; path: string; signal?: AbortSignal },
): Promise<FolderEntry | null> {
  if (!isEntryPath(path)) return null;
  const entries = await readTree(directory, { args: [], treeish: commit, paths: [path], signal });
  return entries.find((entry) => entry.path === path) ?? null;
}

/** Longest path that is looked up; the system refuses much longer arguments. */
const maxPathBytes = 4096;

function isEntryPath(path: string): boolean {
  if (path.includes("\0") || Buffer.byteLength(path) > maxPathBytes) return false;
  return path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

async function folderTree(
  directory: string,
  at: { commit: string; path: string; signal?: AbortSignal },
): Promise<string | null> {
  const entry = await findEntry(directory, at);
  return entry?.type === "folder" ? entry.oid : null;
}

async function rootTree(directory: string, commit: string, signal: AbortSignal | undefined): Promise<string> {
  if (!isObjectId(commit)) throw notFound("Commit");
  const { stdout } = await runGit({
    directory,
    args: ["rev-parse", "--verify", "--end-of-options", `${commit}^{tree}`],
    signal,
  });
  return stdout.toString("utf8").trim();
}

interface TreeQuestion {
  args: readonly string[];
  treeish: string;
  paths: readonly string[];
  signal?: AbortSignal | undefined;
}

async function readTree(directory: string, { args, treeish, paths, signal }: TreeQuestion): Promise<FolderEntry[]> {
  if (!isObjectId(treeish)) throw notFound("Commit");
  const { stdout } = await runGit({
    directory,
    args: ["ls-tree", "-l", "-z", "--full-tree", ...args, "--end-of-options", treeish, ...paths],
    signal,
  });
  return parseTree(stdout);
}

/** Each entry is "<mode> <type> <oid> <size, padded>\t<path>" and ends with NUL, so a path may hold anything else. */
function parseTree(output: Buffer): FolderEntry[] {
  const entries: FolderEntry[] = [];
  for (let start = 0; start < output.length;) {
    const end = output.indexOf(0, start);
    const tab = output.indexOf(9, start);
    const [mode = "", , oid = "", size = ""] = output.toString("latin1", start, tab).split(/ +/);
    const path = output.toString("utf8", tab + 1, end);
    entries.push({ path, oid, mode, size: size === "-" ? 0 : Number(size), type: entryType(mode) });
    start = end + 1;
  }
  return entries;
}

function entryType(mode: string): FolderEntry["type"] {
  if (mode === "040000") return "folder";
  if (mode === "120000") return "symlink";
  return mode === "160000" ? "submodule" : "file";
}
