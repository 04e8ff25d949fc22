import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import path from "node:path";

/**
 * An empty folder for what a run needs while it works; nothing of it is needed afterwards. Removes what was left by those
 * who held the run before.
 */
export async function makeRunFolder(
  dataDirectory: string,
  { implementationId, leaseEpoch }: { implementationId: string; leaseEpoch: number },
): Promise<string> {
  const runs = path.join(dataDirectory, "runs");
  await mkdir(runs, { recursive: true, mode: 0o700 });
  const own = `${implementationId}.${leaseEpoch}.`;
  const left = (await readdir(runs)).filter((name) => name.startsWith(`${implementationId}.`) && !name.startsWith(own));
  for (const name of left) await rm(path.join(runs, name), { recursive: true, force: true, maxRetries: 5 });
  return await mkdtemp(path.join(runs, own));
}
