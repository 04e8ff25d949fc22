import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Ids of all work copies on a data directory, whoever made them. */
export async function listWorkCopies(dataDirectory: string): Promise<string[]> {
  const folder = join(dataDirectory, "work-copies");
  const owners = await readdir(folder).catch(() => []);
  const entries = await Promise.all(owners.map((owner) => readdir(join(folder, owner), { withFileTypes: true })));
  return entries.flat().flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}
