import { randomUUID } from "node:crypto";

import { AppError } from "@cairn/contract/errors";

import type { TreeEntry } from "#server/git-source.ts";
import { listTree } from "#server/platform/git/objects/list-tree.ts";
import { readBlobs } from "#server/platform/git/objects/read-blobs.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";
import { listBranches } from "#server/platform/git/refs/list-branches.ts";

export interface FilesToCommit {
  /** Made from `base` when it does not exist. */
  branch: string;
  /** Branch a new one starts from; ignored while that has no commit either: then the branch begins with this one. */
  base: string;
  /** Where the files lie; "" is the root of the repository. Checked by `isFolderPath`. */
  folder: string;
  /** Which of the files that lie in the folder go when they are not given any more; all others stay. */
  isOwn: (path: string, paths: ReadonlySet<string>) => boolean;
  /** Paths below the folder, of letters that need no quoting. */
  files: readonly { path: string; content: string }[];
  message: string;
  author: { name: string; email: string };
  date: Date;
  signal?: AbortSignal;
}

/** A folder inside a repository, as git takes it: no way out, nothing of git's own, nothing that needs quoting. */
export function isFolderPath(path: string): boolean {
  if (path === "") return true;
  const isPart = (part: string) => part !== "" && !/^\.{1,2}$/.test(part) && !/^\.git$/i.test(part);
  return Buffer.byteLength(path) <= 500 && !/[\p{Cc}"\\]/u.test(path) && path.split("/").every(isPart);
}

/**
 * Writes these files into a folder of a branch, in one commit on top of what is there; other files in the folder stay.
 * Null when nothing changes. Throws `conflict` when somebody else moved the branch meanwhile, and when git cannot
 * create the branch or a file is in the way.
 */
export async function commitFiles(directory: string, work: FilesToCommit): Promise<string | null> {
  const { signal } = work;
  const head = await resolveCommit(directory, work.branch, { signal });
  const parent = head ?? (await resolveCommit(directory, work.base, { signal }));
  const tree = parent === null ? [] : await listTree(directory, parent, { signal });
  refuseInTheWay(tree, work);
  const known = filesBelow(tree, work.folder);
  const gone = findGone(known, work);
  if (gone.length === 0 && (await holdsAlready(directory, known, work))) return null;
  const input = lines(work, { parent, gone });
  const { stdout } = await runGit({ directory, args: ["fast-import", "--quiet"], input, signal });
  const oid = stdout.toString("latin1").trim();
  await moveBranch(directory, { oid, expected: head, ...work });
  return oid;
}

const nothing = "0".repeat(40);

/** A file, a link or a submodule where a folder has to be would be lost. */
function refuseInTheWay(tree: readonly TreeEntry[], { folder, files }: FilesToCommit): void {
  const paths = new Set(tree.map(({ path }) => path));
  const folders = new Set(files.flatMap(({ path }) => foldersOf(folder === "" ? path : `${folder}/${path}`)));
  const inTheWay = [...folders].find((path) => paths.has(path));
  if (inTheWay !== undefined) throw new AppError("conflict", { message: `“${inTheWay}” is a file, not a folder` });
}

/** "a", "a/b" of "a/b/c". */
function foldersOf(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
}

/** By their paths below the folder. */
function filesBelow(tree: readonly TreeEntry[], folder: string): ReadonlyMap<string, TreeEntry> {
  const prefix = folder === "" ? "" : `${folder}/`;
  const below = tree.filter(({ path }) => path.startsWith(prefix));
  return new Map(below.map((entry) => [entry.path.slice(prefix.length), entry]));
}

/** Own files that are not given any more. A path that git would have to quote is none of ours. */
function findGone(known: ReadonlyMap<string, TreeEntry>, { files, isOwn }: FilesToCommit): string[] {
  const paths: ReadonlySet<string> = new Set(known.keys());
  const given = new Set(files.map(({ path }) => path));
  return [...paths].filter((path) => !given.has(path) && isFolderPath(path) && isOwn(path, paths));
}

async function holdsAlready(
  directory: string,
  known: ReadonlyMap<string, TreeEntry>,
  { files, signal }: FilesToCommit,
): Promise<boolean> {
  const wanted = files.map(({ path, content }) => ({ entry: known.get(path), content: Buffer.from(content) }));
  if (!wanted.every(({ entry, content }) => entry?.size === content.length)) return false;
  let at = 0;
  const oids = wanted.flatMap(({ entry }) => entry?.oid ?? []);
  for await (const { bytes } of readBlobs(directory, oids, { signal })) {
    if (!bytes || wanted[at]?.content.equals(bytes) !== true) return false;
    at += 1;
  }
  return true;
}

/** The input of fast-import. It must put the commit on a branch, which is deleted at once afterwards. */
function* lines(
  work: FilesToCommit,
  { parent, gone }: { parent: string | null; gone: readonly string[] },
): Iterable<string> {
  const { folder, files, message, author, date } = work;
  const ref = `refs/imports/${randomUUID()}`;
  const who = `${plain(author.name)} <${plain(author.email)}> ${Math.floor(date.getTime() / 1000)} +0000`;
  yield `commit ${ref}\nmark :1\nauthor ${who}\ncommitter ${who}\n${data(message)}`;
  if (parent !== null) yield `from ${parent}\n`;
  const prefix = folder === "" ? "" : `${folder}/`;
  for (const path of gone) yield `D ${prefix}${path}\n`;
  for (const { path, content } of files) yield `M 100644 inline ${prefix}${path}\n${data(content)}`;
  yield `\nget-mark :1\nreset ${ref}\nfrom ${nothing}\n\n`;
}

/** A name that cannot end its line or its field. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}<>]+/gu, " ").trim() || "-";
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

async function moveBranch(
  directory: string,
  { branch, oid, expected, signal }: { branch: string; oid: string; expected: string | null; signal?: AbortSignal },
): Promise<void> {
  const args = ["update-ref", "--end-of-options", `refs/heads/${branch}`, oid, expected ?? nothing];
  try {
    await runGit({ directory, args, signal });
  } catch (error) {
    const now = error instanceof AppError ? await resolveCommit(directory, branch, { signal }) : expected;
    if (now === expected) throw (await explainNoSpace(directory, branch, signal)) ?? error;
    throw new AppError("conflict", { message: `“${branch}” was changed meanwhile. Try again.`, cause: error });
  }
}

/** Git keeps branches as files: beside `docs` there can be no `docs/pages`. Null when that is not the trouble. */
async function explainNoSpace(directory: string, branch: string, signal?: AbortSignal): Promise<AppError | null> {
  const isBeside = ({ name }: { name: string }) => name.startsWith(`${branch}/`) || branch.startsWith(`${name}/`);
  const other = (await listBranches(directory, { signal })).find(isBeside);
  if (!other) return null;
  const message = `There is a branch “${other.name}”, so git has no room for one called “${branch}”. Choose another name.`;
  return new AppError("conflict", { message });
}
