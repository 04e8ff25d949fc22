import { mkdir, rename, stat } from "node:fs/promises";

import { removeFolder } from "#server/platform/storage/remove-folder.ts";

import { runGit } from "./run-git.ts";

export interface NewRepository {
  /** Where the bare repository goes; one that is already there stays as it is. */
  directory: string;
  /** The one file of the first commit; its path has no folder. */
  file: { path: string; content: string };
  message: string;
  author: { name: string; email: string };
  signal?: AbortSignal;
}

/**
 * Makes a bare repository whose branch `main` holds one commit; it exists afterwards in full or not at all. The commit is
 * put together from its objects, because nothing is ever checked out on this machine.
 */
export async function createRepository(wanted: NewRepository): Promise<void> {
  const { directory, file, author, signal } = wanted;
  if (await exists(directory)) return;
  // One name for every try, so that what a server that was killed left behind goes with the next.
  const unfinished = `${directory}.unfinished`;
  await removeFolder(unfinished);
  const config = [`user.name=${author.name}`, `user.email=${author.email}`];
  const git = async (args: readonly string[], input = ""): Promise<string> =>
    (await runGit({ directory: unfinished, args, input: [input], config, signal })).stdout.toString("utf8").trim();
  try {
    await mkdir(unfinished, { recursive: true });
    await git(["init", "--quiet", "--bare", "--template=", "--initial-branch=main"]);
    const blob = await git(["hash-object", "-w", "--stdin"], file.content);
    const tree = await git(["mktree", "-z"], `100644 blob ${blob}\t${file.path}\0`);
    const commit = await git(["commit-tree", "-F", "-", tree], wanted.message);
    await git(["update-ref", "--end-of-options", "refs/heads/main", commit]);
    await rename(unfinished, directory);
  } finally {
    await removeFolder(unfinished);
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
