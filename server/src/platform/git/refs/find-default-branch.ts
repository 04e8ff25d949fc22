import { listBranches, type Branch } from "./list-branches.ts";
import { readHead } from "./read-head.ts";

/** The branch the remote calls its main one, else main or master, else the newest; null in an empty repository. */
export async function findDefaultBranch(
  directory: string,
  options: { signal?: AbortSignal } = {},
): Promise<string | null> {
  return await chooseDefaultBranch(directory, await listBranches(directory, options));
}

/** The same of branches that were listed already, the newest first. */
export async function chooseDefaultBranch(directory: string, branches: readonly Branch[]): Promise<string | null> {
  const names = new Set(branches.map((branch) => branch.name));
  const head = await readHead(directory);
  return [head, "main", "master"].find((name) => name !== null && names.has(name)) ?? branches[0]?.name ?? null;
}
