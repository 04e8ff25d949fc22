import { randomUUID } from "node:crypto";

import { AppError } from "@cairn/contract/errors";

import { listTree } from "./list-tree.ts";
import { readBlobs } from "./read-blobs.ts";
import { resolveCommit } from "./resolve-commit.ts";
import { runGit } from "./run-git.ts";

export interface FilesToCommit {
  /** Made from `base` when it does not exist. */
  branch: string;
  /** Branch a new one starts from; ignored while that has no commit either: then the branch begins with this one. */
  base: string;
  /** What lies in it goes, but for the files given; "" is the whole repository. Checked by `isFolderPath`. */
  folder: string;
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
 * Makes a folder of a branch hold these files alone, in one commit on top of what is there; the rest of the repository
 * stays. Null when it holds exactly these already. Throws `conflict` when somebody else moved the branch meanwhile.
 */
export async function commitFiles(directory: string, work: FilesToCommit): Promise<string | null> {
  const { signal } = work;
  const head = await resolveCommit(directory, work.branch, { signal });
  const parent = head ?? (await resolveCommit(directory, work.base, { signal }));
  if (parent !== null && (await holdsAlready(directory, parent, work))) return null;
  const { stdout } = await runGit({ directory, args: ["fast-import", "--quiet"], input: lines(work, parent), signal });
  const oid = stdout.toString("latin1").trim();
  await moveBranch(directory, { oid, expected: head, ...work });
  return oid;
}

const nothing = "0".repeat(40);

async function holdsAlready(directory: string, commit: string, work: FilesToCommit): Promise<boolean> {
  const { folder, signal } = work;
  const prefix = folder === "" ? "" : `${folder}/`;
  const entries = (await listTree(directory, commit, { signal })).filter(({ path }) => path.startsWith(prefix));
  const wanted = new Map(work.files.map(({ path, content }) => [prefix + path, Buffer.from(content)]));
  const isSame = (path: string, size: number) => wanted.get(path)?.length === size;
  if (entries.length !== wanted.size || !entries.every(({ path, size }) => isSame(path, size))) return false;
  let at = 0;
  const oids = entries.map(({ oid }) => oid);
  for await (const { bytes } of readBlobs(directory, oids, { signal })) {
    const expected = wanted.get(entries[at]?.path ?? "");
    if (!bytes || !expected?.equals(bytes)) return false;
    at += 1;
  }
  return true;
}

/** What fast-import reads. It has to put the commit on a branch, which is of no use afterwards and goes at once. */
function* lines(work: FilesToCommit, parent: string | null): Iterable<string> {
  const { folder, files, message, author, date } = work;
  const ref = `refs/imports/${randomUUID()}`;
  const who = `${plain(author.name)} <${plain(author.email)}> ${Math.floor(date.getTime() / 1000)} +0000`;
  yield `commit ${ref}\nmark :1\nauthor ${who}\ncommitter ${who}\n${data(message)}`;
  if (parent !== null) yield `from ${parent}\n`;
  yield folder === "" ? "deleteall\n" : `D ${folder}\n`;
  for (const { path, content } of files) {
    yield `M 100644 inline ${folder === "" ? path : `${folder}/${path}`}\n${data(content)}`;
  }
  yield `\nget-mark :1\nreset ${ref}\nfrom ${nothing}\n\n`;
}

/** A name that cannot end its line or its place in it. */
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
    if (now === expected) throw error;
    throw new AppError("conflict", { message: `“${branch}” was changed meanwhile. Try again.`, cause: error });
  }
}
