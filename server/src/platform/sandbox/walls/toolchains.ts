import { existsSync, statSync } from "node:fs";
import path from "node:path";

import type { SandboxMount } from "#server/platform/sandbox/port/sandbox-port.ts";

/** Where the Node.js that this server runs on lies inside. */
const ownNode = "/opt/cairn/bin/node";
const systemFolders = ["/usr/local/bin", "/usr/bin", "/bin"];

/** Programs that commands see beside those of `/usr`. */
export interface Toolchains {
  /** Read-only, each where it lies outside: programs know their own place. */
  mounts: SandboxMount[];
  /** The value of PATH inside: the operator's folders in their order, this server's Node.js, the system's. */
  searchPath: string;
  /** Changes when another version of something is there. */
  version: string;
}

/** `folders` are the operator's; those that are missing are left out, and `findMissing` names them. */
export function findToolchains(folders: readonly string[]): Toolchains {
  const present = folders.filter((folder) => existsSync(folder));
  const programs = present.map((folder) => {
    const bin = path.join(folder, "bin");
    return existsSync(bin) ? bin : folder;
  });
  const changed = [...programs, ...systemFolders].filter((folder) => existsSync(folder));
  return {
    mounts: [
      { source: process.execPath, target: ownNode },
      ...present.map((folder) => ({ source: folder, target: folder })),
    ],
    searchPath: [...programs, path.dirname(ownNode), ...systemFolders].join(":"),
    version: [process.version, ...changed.map((folder) => `${folder} ${statSync(folder).mtimeMs}`)].join("\n"),
  };
}

/** Where commands see nothing of this machine: `folders` are the image's, whose own search path comes last. */
export function findImageToolchains(folders: readonly string[], image: string): Toolchains {
  const programs = folders.flatMap((folder) => [`${folder}/bin`, folder]);
  return { mounts: [], searchPath: [...programs, path.dirname(ownNode), "$PATH"].join(":"), version: image };
}

export function findMissing(folders: readonly string[]): string[] {
  return folders.filter((folder) => !existsSync(folder));
}
