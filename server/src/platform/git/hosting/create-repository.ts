import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";

import { runGit } from "#server/platform/git/process/run-git.ts";

import { initBare } from "./init-bare.ts";

export interface BareRepositoryOptions {
  /** The folder of the bare repository; an existing one stays as it is. */
  directory: string;
  /** The first commit with its one file, whose path has no folder; null for a repository without a commit. */
  first: { path: string; content: string; message: string } | null;
  author: { name: string; email: string };
  signal?: AbortSignal;
}

/**
 * Makes a bare repository whose branch `main` holds one commit, or none yet; it exists afterwards in full or not at all. Of several
 * callers at once, also in several processes, one makes it and all find it made. The commit is put together from its
 * objects, because nothing is ever checked out on this machine.
 */
export async function createRepository(wanted: BareRepositoryOptions): Promise<void> {
  const { directory } = wanted;
  if (await exists(directory)) return;
  const unfinished = `${directory}${unfinishedMark}-${randomUUID()}`;
  try {
    await build(unfinished, wanted);
    // Fails when another caller's repository is already there: its folder is never empty.
    await rename(unfinished, directory);
  } catch (error) {
    if (!(await exists(directory))) throw error;
  } finally {
    await remove(unfinished);
  }
  await removeUnfinished(directory);
}

const unfinishedMark = ".unfinished";

async function build(directory: string, { first, author, signal }: BareRepositoryOptions): Promise<void> {
  const config = [`user.name=${author.name}`, `user.email=${author.email}`];
  const git = async (args: readonly string[], input = ""): Promise<string> =>
    (await runGit({ directory, args, input: [input], config, signal })).stdout.toString("utf8").trim();
  await mkdir(directory, { recursive: true });
  await initBare(directory, signal);
  if (first === null) return;
  const blob = await git(["hash-object", "-w", "--stdin"], first.content);
  const tree = await git(["mktree", "-z"], `100644 blob ${blob}\t${first.path}\0`);
  const commit = await git(["commit-tree", "-F", "-", tree], first.message);
  await git(["update-ref", "--end-of-options", "refs/heads/main", commit]);
}

/** Once the repository exists, all other attempts are useless: those that were killed, and those still running. */
async function removeUnfinished(directory: string): Promise<void> {
  const parent = path.dirname(directory);
  const beside = await readdir(parent).catch(() => []);
  const leftovers = beside.filter((name) => name.startsWith(`${path.basename(directory)}${unfinishedMark}`));
  await Promise.all(leftovers.map((name) => remove(path.join(parent, name))));
}

function remove(directory: string): Promise<void> {
  return rm(directory, { recursive: true, force: true, maxRetries: 3 });
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
