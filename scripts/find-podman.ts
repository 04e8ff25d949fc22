import { hasProgram } from "./find-program.ts";
import { installPackage } from "./install-package.ts";

const programs = { podman: "podman", crun: "crun", newuidmap: "uidmap" };

/** Sees to it that there is Podman with what it needs; on Debian as root it is installed. Throws with what to do otherwise. */
export async function findPodman(): Promise<void> {
  // Podman does not start without it, not even where nothing has a network.
  if (!(await hasProgram("podman"))) await installPackage("netavark");
  for (const [program, name] of Object.entries(programs)) {
    if (await hasProgram(program)) continue;
    await installPackage(name);
    if (await hasProgram(program)) continue;
    const install = ["netavark", ...Object.values(programs)].join(" ");
    throw new Error(`${program} was not found. Install it, on Debian or Ubuntu as root: apt-get install ${install}`);
  }
}
