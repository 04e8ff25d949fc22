import { stat } from "node:fs/promises";
import path from "node:path";

/** A bare repository is one itself, a checkout has one in it. */
export async function findGitDirectory(location: string): Promise<string> {
  const inner = path.join(location, ".git");
  return (await stat(inner).catch(() => null))?.isDirectory() ? inner : location;
}

/** What a repository is called by the folder it lies in: that around `.git`, or around `repo` where clones are kept as `NAME/repo`. */
export function nameOfRepository(directory: string): string {
  return path.basename(directory.replace(/\/(?:\.git|repo)$/, ""), ".git");
}
