import { AppError, notFound } from "@cairn/contract/errors";

import type { TreeEntry } from "#server/git-source.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

import { readObject, readObjectHeader } from "./object-reader.ts";
import { parseTree, type RawTreeEntry } from "./parse-tree.ts";
import { readCommitHeader } from "./read-commit-header.ts";
import { isObjectId } from "./resolve-commit.ts";

/** An entry of one folder. Sizes are not known here: git would have to look up every file. */
export interface FolderEntry extends Omit<TreeEntry, "size"> {
  type: "folder" | "file" | "symlink" | "submodule";
}

export interface TreeFolder {
  /** Id of the folder's tree: the same content has the same id. */
  oid: string;
  /** In git's order. */
  entries: FolderEntry[];
}

/** A path in a commit, and the signal of its caller. */
interface TreeRequest {
  commit: string;
  path: string;
  signal?: AbortSignal;
}

/** Every file, link and submodule of a commit with its size, in git's order. Folders are not listed. */
export async function listTree(
  directory: string,
  commit: string,
  options: { signal?: AbortSignal } = {},
): Promise<TreeEntry[]> {
  if (!isObjectId(commit)) throw notFound("Commit");
  const { stdout } = await runGit({
    directory,
    args: ["ls-tree", "-r", "-l", "-z", "--full-tree", "--end-of-options", commit],
    ...options,
  });
  return parseListing(stdout);
}

/** One folder of a commit, not recursively; "" is the root. Null when there is no such folder. */
export async function listFolder(directory: string, location: TreeRequest): Promise<TreeFolder | null> {
  const path = location.path.replace(/^\/+|\/+$/g, "");
  const folder = path === "" ? await findRoot(directory, location) : await walk(directory, { ...location, path });
  if (folder === null || folder.type !== "folder") return null;
  const prefix = path === "" ? "" : `${path}/`;
  const entries = await readTree(directory, folder.oid, location.signal);
  if (entries.length > maxListedEntries) throw tooLarge();
  return {
    oid: folder.oid,
    entries: entries.map(({ name, oid, mode }) => ({ path: prefix + name, oid, mode, type: entryType(mode) })),
  };
}

/**
 * The entry at one path of a commit, with its size in bytes (0 for folders and submodules); null when there is none.
 */
export async function findEntry(
  directory: string,
  location: TreeRequest,
): Promise<(FolderEntry & Pick<TreeEntry, "size">) | null> {
  const entry = await walk(directory, location);
  if (entry === null) return null;
  const hasSize = entry.type === "file" || entry.type === "symlink";
  const header = hasSize ? await readObjectHeader(directory, entry.oid, { signal: location.signal }) : null;
  if (hasSize && header === null) throw damaged();
  return { ...entry, size: header?.size ?? 0 };
}

/** Longest path that is looked up. */
const maxPathBytes = 4096;
/** A folder of four hundred thousand files; reading it keeps everybody else waiting. */
const maxTreeBytes = 16 * 1024 * 1024;
/** Of a folder that is listed: putting the answer together keeps everybody else waiting too. */
const maxListedEntries = 20_000;

function isEntryPath(path: string): boolean {
  if (path.includes("\0") || Buffer.byteLength(path) > maxPathBytes) return false;
  return path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

/** Goes down from the root, folder by folder; links are never followed. */
async function walk(directory: string, location: TreeRequest): Promise<FolderEntry | null> {
  if (!isEntryPath(location.path)) return null;
  let found: FolderEntry = await findRoot(directory, location);
  for (const part of location.path.split("/")) {
    if (found.type !== "folder") return null;
    const entry = pick(await readTree(directory, found.oid, location.signal), part);
    if (entry === null) return null;
    found = { path: location.path, oid: entry.oid, mode: entry.mode, type: entryType(entry.mode) };
  }
  return found;
}

/** Names that are no UTF-8 can look alike; one that does is not picked, because it may not be the one that is meant. */
function pick(entries: readonly RawTreeEntry[], name: string): RawTreeEntry | null {
  const [entry, another] = entries.filter((candidate) => candidate.name === name);
  return entry === undefined || another !== undefined ? null : entry;
}

async function findRoot(directory: string, { commit, signal }: Omit<TreeRequest, "path">): Promise<FolderEntry> {
  const { tree } = await readCommitHeader(directory, commit, { signal });
  return { path: "", oid: tree, mode: "040000", type: "folder" };
}

async function readTree(directory: string, oid: string, signal: AbortSignal | undefined): Promise<RawTreeEntry[]> {
  const object = await readObject(directory, oid, { maxBytes: maxTreeBytes, signal });
  if (object === null || object.type !== "tree") throw damaged();
  if (object.bytes === null) throw tooLarge();
  return parseTree(object.bytes, oid.length / 2);
}

function tooLarge(): AppError {
  return new AppError("too_large", { message: "This folder has more entries than this server shows." });
}

function damaged(): AppError {
  return new AppError("vendor_failed", { message: "The repository is damaged: something in this folder is missing." });
}

/** Each entry is "<mode> <type> <oid> <size, padded>\t<path>" and ends with NUL, so a path may hold anything else. */
function parseListing(output: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let start = 0; start < output.length;) {
    const end = output.indexOf(0, start);
    const tab = output.indexOf(9, start);
    const [mode = "", , oid = "", size = ""] = output.toString("latin1", start, tab).split(/ +/);
    const path = output.toString("utf8", tab + 1, end);
    entries.push({ path, oid, mode, size: size === "-" ? 0 : Number(size) });
    start = end + 1;
  }
  return entries;
}

function entryType(mode: string): FolderEntry["type"] {
  if (mode === "040000") return "folder";
  if (mode === "120000") return "symlink";
  return mode === "160000" ? "submodule" : "file";
}
