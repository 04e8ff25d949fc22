import path from "node:path";

import { AppError } from "@cairn/contract/errors";

import { findRefusals } from "#server/platform/git/incoming/find-refusals.ts";
import { findEntry } from "#server/platform/git/objects/list-tree.ts";
import { readBlob } from "#server/platform/git/objects/read-blob.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

import { writeBlob } from "./replace-entries.ts";

/** One file that becomes something else. */
export interface TreeEdit {
  path: string;
  /** Null: the file goes. */
  content: string | null;
}

interface EditTarget {
  /** The commit whose tree is changed. */
  commit: string;
  /** An existing folder that nobody else uses meanwhile. */
  workDirectory: string;
  signal?: AbortSignal;
}

/**
 * The tree of a commit with one file changed, made or gone. Nothing is checked out, and no link is followed or written
 * over. The same edit of the same commit gives the same tree. Throws `conflict` in plain words where there is no such
 * file, or something else lies in the way.
 */
export async function changeTree(directory: string, edit: TreeEdit, target: EditTarget): Promise<string> {
  const { commit, workDirectory, signal } = target;
  const mode = await findMode(directory, edit, target);
  const call = { directory, indexFile: path.join(workDirectory, "agent-index"), signal };
  await runGit({ ...call, args: ["read-tree", "--end-of-options", commit] });
  const oid = edit.content === null ? "0".repeat(commit.length) : await writeBlob(directory, edit.content, signal);
  const line = `${edit.content === null ? "0" : mode} ${oid}\t${edit.path}\0`;
  await runGit({ ...call, args: ["update-index", "-z", "--index-info"], input: [line] });
  const { stdout } = await runGit({ ...call, args: ["write-tree"] });
  return stdout.toString("latin1").trim();
}

/** What the file will be for git: a program stays one. */
async function findMode(directory: string, { path: name, content }: TreeEdit, target: EditTarget): Promise<string> {
  const [refusal] = findRefusals([{ path: name, mode: "100644", oid: "" }], new Map());
  if (refusal !== undefined) throw new AppError("conflict", { message: `${refusal.path} ${refusal.reason}.` });
  const { commit, signal } = target;
  const entry = await findEntry(directory, { commit, path: name, signal });
  if (entry !== null && entry.type !== "file") {
    const what = { folder: "a folder", symlink: "a link", submodule: "a repository of its own" }[entry.type];
    throw new AppError("conflict", { message: `${name} is ${what}, not a file.` });
  }
  if (entry !== null) return entry.mode;
  if (content === null) throw new AppError("conflict", { message: `There is no file ${name}.` });
  const parts = name.split("/");
  for (let depth = 1; depth < parts.length; depth += 1) {
    const folder = parts.slice(0, depth).join("/");
    const above = await findEntry(directory, { commit, path: folder, signal });
    if (above === null) break;
    if (above.type !== "folder") {
      throw new AppError("conflict", {
        message: `${folder} is ${above.type === "file" ? "a file" : "a link"}, not a folder.`,
      });
    }
  }
  return "100644";
}

/** A file that is no text, or larger than anybody edits, is not read. */
const maxTextBytes = 2_000_000;

/** A text of a commit, byte order mark and line endings as they are. Throws `conflict` in plain words. */
export async function readTextFile(
  directory: string,
  { commit, path: name, signal }: { commit: string; path: string; signal?: AbortSignal },
): Promise<string> {
  const blob = await readBlob(directory, { commit, path: name, maxBytes: maxTextBytes, signal });
  if (blob === null) throw new AppError("conflict", { message: `There is no file ${name}.` });
  if (blob.type === "symlink") {
    throw new AppError("conflict", {
      message: `${name} is a link to ${blob.bytes?.toString("utf8") ?? "somewhere"}. Read that.`,
    });
  }
  if (blob.bytes === null)
    throw new AppError("conflict", { message: `${name} is too large to be read (${blob.size} bytes).` });
  const text = decodeText(blob.bytes);
  if (text !== null) return text;
  throw new AppError("conflict", { message: `${name} is no text.` });
}

/** Bytes as text, byte order mark and line endings as they are; null where they are none. */
export function decodeText(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
