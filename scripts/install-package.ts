import { run } from "./run.ts";

let last: Promise<void> = Promise.resolve();

/** Installs a package of Debian or Ubuntu where this process may: as root, one at a time. Elsewhere it does nothing. */
export function installPackage(name: string): Promise<void> {
  last = last.then(() => install(name));
  return last;
}

async function install(name: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  console.log(`Installing ${name} …`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run(["apt-get", "update"], { isQuiet: true, env });
  await run(["apt-get", "install", "--yes", "--no-install-recommends", name], { isQuiet: true, env });
}
