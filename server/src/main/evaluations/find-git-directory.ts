import { stat } from "node:fs/promises";
import path from "node:path";

/** A bare repository is one itself, a checkout has one in it. */
export async function findGitDirectory(location: string): Promise<string> {
  const inner = path.join(location, ".git");
  return (await stat(inner).catch(() => null))?.isDirectory() ? inner : location;
}
