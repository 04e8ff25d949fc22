import { hasProgram } from "./find-program.ts";
import { installPackage } from "./install-package.ts";
import { run } from "./run.ts";

/** Throws with what to do where there is no engine of Docker's that answers, or no image of that name. Nothing is installed or built. */
export async function findDockerImage(image: string): Promise<void> {
  if (!(await hasProgram("docker")))
    throw new Error("Docker was not found. Install it, or set RUN_SANDBOX to something else.");
  if (!(await answers())) throw new Error("Docker's engine does not answer. Start it.");
  const { exitCode } = await run(["docker", "image", "inspect", image], { isQuiet: true });
  if (exitCode !== 0) throw new Error(`there is no image ${image} yet. Make it: docker build -t ${image} sandbox`);
}

/** Sees to it that tests have an engine of Docker's: one that answers, or for root on Linux one that they start. Throws with what to do otherwise. */
export async function findDockerEngine(): Promise<void> {
  if (process.platform !== "linux")
    throw new Error("Tests make images of this machine's programs, which only Linux can run.");
  if (!(await hasProgram("docker"))) await installPackage("docker.io");
  if (!(await hasProgram("docker")))
    throw new Error("docker was not found. Install it, on Debian or Ubuntu as root: apt-get install docker.io");
  if (await answers()) return;
  if (process.getuid?.() === 0 && (await hasProgram("dockerd"))) return;
  throw new Error("Docker's engine does not answer, and only root can start one.");
}

async function answers(): Promise<boolean> {
  return (await run(["docker", "info"], { isQuiet: true })).exitCode === 0;
}
