import { hasProgram } from "./find-program.ts";
import { installPackage } from "./install-package.ts";

/** Sees to it that there is bubblewrap; on Debian as root it is installed. Throws with what to do otherwise. */
export async function findBubblewrap(): Promise<void> {
  if (await hasProgram("bwrap")) return;
  await installPackage("bubblewrap");
  if (await hasProgram("bwrap")) return;
  throw new Error("bubblewrap was not found. Install it, on Debian or Ubuntu as root: apt-get install bubblewrap");
}
