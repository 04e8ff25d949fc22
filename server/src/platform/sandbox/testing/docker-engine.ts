import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { findProgram } from "#server/platform/sandbox/walls/find-program.ts";
import { systemFiles } from "#server/platform/sandbox/walls/system-mounts.ts";

const docker = "/usr/bin/docker";
/** The image of tests, and what its search path begins with. */
const image = { name: "cairn-test-image", programs: "/opt/image/bin" };
const startMs = 60_000;

/**
 * An engine of Docker's for tests, and a `docker` that speaks with it: one that answers already, or for root one of its own. Its image
 * is made without a registry: it holds links alone, and this `docker` shows each container the programs of the machine.
 */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "cairn-docker-"));
  // A server that is another account asks for it too.
  await chmod(folder, 0o755);
  const engine = answers({}) ? { env: {}, stop: async () => undefined } : await startEngine(folder);
  const env = { ...process.env, ...engine.env };
  const archive = await packImage(folder);
  const searchPath = `ENV PATH=${image.programs}:/usr/local/bin:/usr/bin:/bin`;
  execFileSync(docker, ["import", "--change", searchPath, archive, image.name], { env, stdio: "ignore" });
  await writeFile(path.join(folder, "docker"), wrapper(engine.env), { mode: 0o755 });
  process.env["TEST_DOCKER_FOLDER"] = folder;
  return async () => {
    execFileSync(docker, ["image", "rm", "--force", image.name], { env, stdio: "ignore" });
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

function answers(env: Record<string, string>): boolean {
  try {
    execFileSync(docker, ["info"], { env: { ...process.env, ...env }, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Without bridges and rules of its own, which nothing here needs; it ends with the tests, however they end. */
async function startEngine(folder: string) {
  const env = { DOCKER_HOST: `unix://${folder}/engine.sock` };
  const places = [
    "--data-root",
    `${folder}/data`,
    "--exec-root",
    `${folder}/exec`,
    "--pidfile",
    `${folder}/engine.pid`,
  ];
  const options = [
    "--iptables=false",
    "--bridge=none",
    "--storage-driver=vfs",
    "--group=60123",
    "--host",
    env.DOCKER_HOST,
  ];
  const command = ["--pdeathsig", "TERM", "dockerd", ...options, ...places];
  const engine = spawn("/usr/bin/setpriv", command, { stdio: "ignore", detached: true });
  const ended = once(engine, "exit");
  for (const until = performance.now() + startMs; !answers(env); await wait(100)) {
    if (engine.exitCode !== null || performance.now() > until)
      throw new Error("No engine of Docker's could be started.");
  }
  return {
    env,
    async stop() {
      engine.kill("SIGTERM");
      await ended;
    },
  };
}

async function packImage(folder: string): Promise<string> {
  const root = path.join(folder, "image");
  await mkdir(root);
  for (const { file, text } of systemFiles().links) await symlink(text, path.join(root, file));
  const archive = path.join(folder, "image.tar");
  execFileSync("tar", ["--create", `--file=${archive}`, `--directory=${root}`, "."]);
  return archive;
}

function wrapper(env: Record<string, string>): string {
  const npm = findProgram("npm", process.env["PATH"] ?? "") ?? "/usr/bin/npm";
  const prefix = path.dirname(path.dirname(npm));
  const shown = [
    ...systemFiles().mounts,
    { source: process.execPath, target: `${image.programs}/node` },
    ...(prefix.startsWith("/usr") ? [] : [{ source: prefix, target: prefix }]),
  ].map(({ source, target }) => `--volume '${source}:${target}:ro'`);
  const variables = Object.entries(env).map(([name, value]) => `export ${name}='${value}'\n`);
  return `#!/bin/sh
${variables.join("")}case $1 in run) shift; set -- run ${shown.join(" ")} "$@";; esac
exec ${docker} "$@"
`;
}
