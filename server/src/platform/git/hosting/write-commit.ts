import { randomUUID } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";

import { AppError } from "@cairn/contract/errors";

import { runGit } from "#server/platform/git/process/run-git.ts";
import { readBranch } from "#server/platform/git/refs/read-branch.ts";

export interface CommitToWrite {
  /** Every file of the commit; paths with forward slashes. The same files and texts always give the same commit. */
  files: readonly { path: string; content: string }[];
  message: string;
  author: { name: string; email: string };
  date: Date;
  /** Where `main` stood when the files were gathered; null where there was none. */
  expected: string | null;
}

const branch = "main";
const nothing = "0".repeat(40);
/** Unreachable objects stay this long, for readers of a former commit. */
const readersKeep = "1.hour.ago";

/** The commit of `main` in a repository that `writeCommit` made; null where there is none. */
export async function readMain(directory: string): Promise<string | null> {
  const found = await readBranch(directory, branch);
  return found.kind === "found" ? found.oid : null;
}

/**
 * Makes `main` of a bare repository hold these files alone, in a commit without parents: what was there before is
 * deleted for good. The repository is made when it is missing. Resolves to the commit's id, or to null when somebody
 * else moved `main` meanwhile, which then stays as it is. A run that was killed leaves nothing that anybody sees.
 */
export async function writeCommit(
  directory: string,
  commit: CommitToWrite,
  options: { signal?: AbortSignal },
): Promise<string | null> {
  const { signal } = options;
  if (commit.files.some((file) => /[\n\0]|^"/.test(file.path))) throw new TypeError("Not a path that can be written");
  await makeRepository(directory, signal);
  // Loose objects instead of packs, so that each can be deleted once it is unreachable.
  const config = ["fastimport.unpackLimit=1000000"];
  const { stdout } = await runGit({
    directory,
    args: ["fast-import", "--quiet"],
    config,
    input: lines(commit),
    signal,
  });
  const oid = stdout.toString("latin1").trim();
  const { expected } = commit;
  if (oid !== expected && !(await moveMain(directory, { oid, expected, signal }))) return null;
  await runGit({ directory, args: ["prune", `--expire=${readersKeep}`], signal });
  return oid;
}

/** The input of fast-import. It must put the commit on a branch, which is deleted at once afterwards. */
function* lines({ files, message, author, date }: CommitToWrite): Iterable<string> {
  const ref = `refs/imports/${randomUUID()}`;
  const who = `${author.name} <${author.email}> ${Math.floor(date.getTime() / 1000)} +0000`;
  yield `commit ${ref}\nmark :1\nauthor ${who}\ncommitter ${who}\n${data(message)}`;
  for (const { path: name, content } of files) {
    yield `M 100644 inline ${name}\n${data(content)}`;
  }
  yield `\nget-mark :1\nreset ${ref}\nfrom ${nothing}\n\n`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

/** False when `main` is not at the expected commit. */
async function moveMain(
  directory: string,
  { oid, expected, signal }: { oid: string; expected: string | null; signal?: AbortSignal },
): Promise<boolean> {
  const args = ["update-ref", "--end-of-options", `refs/heads/${branch}`, oid, expected ?? nothing];
  try {
    await runGit({ directory, args, signal });
    return true;
  } catch (error) {
    if (error instanceof AppError && (await readMain(directory)) !== expected) return false;
    throw error;
  }
}

/** In full or not at all; of several at once one makes it. */
async function makeRepository(directory: string, signal?: AbortSignal): Promise<void> {
  if ((await readBranch(directory, branch)).kind !== "unknown") return;
  const unfinished = `${directory}.${randomUUID()}`;
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    const args = ["init", "--quiet", "--bare", "--template=", `--initial-branch=${branch}`];
    await runGit({ directory: unfinished, args, signal });
    await rename(unfinished, directory);
  } catch (error) {
    if ((await readBranch(directory, branch)).kind === "unknown") throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 3 });
  }
}
