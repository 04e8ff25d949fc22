import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

import type { SandboxMount } from "#server/platform/sandbox/port/sandbox-port.ts";
import { openOwnFiles } from "#server/platform/sandbox/walls/open-own-files.ts";
import type { SystemFiles } from "#server/platform/sandbox/walls/system-mounts.ts";

/** What a container's runtime mounts on by itself. */
const folders = ["/proc", "/dev", "/sys", "/run"];
const files = ["/etc/hostname", "/etc/hosts", "/etc/resolv.conf", "/run/.containerenv"];

/**
 * A folder for a container to have as its root: links and empty places to mount on, which the runtime may not make itself, and
 * no file with anything in it. There is one for each set of places, as it is never written to again.
 */
export function makeContainerRoot(
  parent: string,
  mounts: readonly SandboxMount[],
  links: SystemFiles["links"],
): string {
  const points = mounts.map(({ source, target }) => ({ target, isFolder: statSync(source).isDirectory() }));
  const name = createHash("sha256")
    .update(JSON.stringify([points, links]))
    .digest("hex")
    .slice(0, 32);
  const root = path.join(parent, name);
  if (statSync(root, { throwIfNoEntry: false }) !== undefined) return root;
  const hidden = `${root}.${process.pid}.${performance.now()}`;
  for (const folder of folders) mkdirSync(path.join(hidden, folder), { recursive: true });
  for (const file of files) makeFile(path.join(hidden, file));
  // What lies in another mount is made there.
  const own = points.filter(({ target }) => !points.some((other) => target.startsWith(`${other.target}/`)));
  for (const { target, isFolder } of own) {
    const point = path.join(hidden, target);
    if (isFolder) mkdirSync(point, { recursive: true });
    else makeFile(point);
  }
  // Whoever started this server may let nobody read what it makes.
  const made = readdirSync(hidden, { recursive: true, encoding: "utf8" });
  openOwnFiles([hidden, ...made.map((name) => path.join(hidden, name))]);
  for (const { file, text } of links) symlinkSync(text, path.join(hidden, file));
  try {
    renameSync(hidden, root);
  } catch {
    // Made by another meanwhile.
    rmSync(hidden, { recursive: true, force: true });
  }
  return root;
}

function makeFile(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "", { mode: 0o644 });
}
