import { access } from "node:fs/promises";
import path from "node:path";

import { installPackage } from "./install-package.ts";

/** Sees to it that there is bubblewrap; on Debian as root it is installed. Throws with what to do otherwise. */
export async function findBubblewrap(): Promise<void> {
  if (await isInstalled()) return;
  await installPackage("bubblewrap");
  if (await isInstalled()) return;
  throw new Error("bubblewrap was not found. Install it, on Debian or Ubuntu as root: apt-get install bubblewrap");
}

async function isInstalled(): Promise<boolean> {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const found = await Promise.all(
    folders.map((folder) =>
      access(path.join(folder, "bwrap")).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}
