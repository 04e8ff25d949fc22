import path from "node:path";

import { git } from "./git.ts";

/**
 * A repository whose tree holds the tree of another so many times, and on top of that one commit that changes one file:
 * what a push costs should not follow the size of what stays. Gives both commits, oldest first. Nothing is checked out,
 * but git puts trees below one another in a repository that has a work tree only.
 */
export async function makeRepeatedRepository(
  from: string,
  { directory, times }: { directory: string; times: number },
): Promise<string[]> {
  await git(["clone", "--quiet", "--no-checkout", from, directory], path.dirname(directory));
  const ask = async (args: string[]) => (await git(args, directory)).trim();
  const [first] = (await ask(["ls-tree", "-r", "--name-only", "HEAD"])).split("\n");
  for (let copy = 0; copy < times; copy += 1) await ask(["read-tree", `--prefix=copy${copy}/`, "HEAD"]);
  const base = await ask(["commit-tree", await ask(["write-tree"]), "-m", `${times} copies`]);
  // Another file's content is a change like any other.
  const other = await ask(["rev-parse", `${base}:copy0/${first}`]);
  const blobs = (await ask(["ls-tree", "-r", base])).split("\n").map((line) => line.split(/\s/, 3)[2] ?? "");
  const replacement = blobs.find((oid) => oid !== other) ?? other;
  await ask(["update-index", "--add", "--cacheinfo", `100644,${replacement},copy0/${first}`]);
  const next = await ask(["commit-tree", await ask(["write-tree"]), "-p", base, "-m", "Change one file"]);
  await ask(["update-ref", "HEAD", next]);
  return [base, next];
}
