import { readFile } from "node:fs/promises";
import path from "node:path";

const branchPrefix = "ref: refs/heads/";

/** The branch a bare repository's HEAD names, which need not exist; null where there is no repository or no branch. */
export async function readHead(directory: string): Promise<string | null> {
  const text = await readFile(path.join(directory, "HEAD"), "utf8").catch(() => "");
  return text.startsWith(branchPrefix) ? text.slice(branchPrefix.length).trimEnd() : null;
}
