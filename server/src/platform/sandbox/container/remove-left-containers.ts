import { execFile } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import { z } from "zod";

import { findProgram } from "#server/platform/sandbox/walls/find-program.ts";

import { containerLabel, podmanCommand } from "./container-arguments.ts";
import { isOwnerAlive } from "./container-owner.ts";
import { type PodmanOptions, removeContainers } from "./start-in-container.ts";

/** What Podman says of a container. */
const listedContainer = z.object({ Names: z.array(z.string()), Labels: z.record(z.string(), z.string()) });

const execute = promisify(execFile);

/**
 * Ends and removes containers of servers that are dead. Mostly there are none, since each ends with its server; one may be left
 * by a machine that lost its power, or by a command that stopped what was to tell of the server's end.
 */
export async function removeLeftContainers({ searchPath, folder }: PodmanOptions): Promise<void> {
  const podman = findProgram("podman", searchPath);
  if (podman === null) return;
  const containers = await listContainers(podman);
  const left = containers.filter(({ owner }) => !isOwnerAlive(owner)).map(({ name }) => name);
  if (left.length > 0) await removeContainers(podman, left);
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".pid"));
  const over = files.filter((name) => !isOwnerAlive(name.slice(0, name.indexOf("_"))));
  await Promise.all(over.map((name) => rm(path.join(folder, name), { force: true })));
}

async function listContainers(podman: string): Promise<{ name: string; owner: string }[]> {
  const list = ["ps", "--all", "--filter", `label=${containerLabel}`, "--format=json"];
  const [program = "", ...args] = [...podmanCommand(podman), ...list];
  const { stdout } = await execute(program, args, { env: {}, cwd: "/" });
  const found = z.array(listedContainer).parse(JSON.parse(stdout));
  return found.map(({ Names, Labels }) => ({ name: Names[0] ?? "", owner: Labels[containerLabel] ?? "" }));
}
