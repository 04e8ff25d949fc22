import type { SandboxMount } from "#server/platform/sandbox/port/sandbox-port.ts";

import { createReach } from "./create-reach.ts";
import type { SandboxAccount } from "./sandbox-account.ts";
import { ownEtc, ownEtcFiles, systemMounts } from "./system-mounts.ts";

/** The account inside, whoever it is outside. */
const insideId = "1000";
const sharedMemoryBytes = "67108864";

export interface Walls {
  bubblewrap: string;
  mounts: readonly SandboxMount[];
  env: Readonly<Record<string, string>>;
  /** Where the command starts, inside. */
  folder: string;
  /** Null: whoever this server is. Only root can lend another account. */
  account: SandboxAccount | null;
}

/** File descriptors beside input and outputs. All are closed before the command. */
export const wallDescriptors = { filter: 3, options: 4, status: 5, gate: 6 } as const;

/**
 * Stands before the command, inside: it tells this server that the walls are up and waits for its word. The processes of
 * bubblewrap ask to be ended with the server, and with one another, only in the course of building; where one of those they
 * ask about died before, nobody would end them. The inner one sleeps when it has asked. The number is the kernel's for the first
 * that it ends when the machine runs out of memory.
 */
const gate = `
set -e
echo 1000 > /proc/self/oom_score_adj
umask 022
until read -r state < /proc/1/stat && case $state in *") S "*) true ;; *) false ;; esac; do :; done
echo ready >&${wallDescriptors.gate}
read -r word <&${wallDescriptors.gate}
exec "$@" ${wallDescriptors.gate}>&-
`;

/**
 * How bubblewrap is called. What lies in `options` goes through a descriptor, since everybody on the machine can read a
 * process's arguments.
 */
export function wallCommand(walls: Walls, command: readonly string[]): { command: string[]; options: Buffer } {
  const reach = walls.account === null ? null : createReach([walls.bubblewrap, ownEtc, ...sourcesOf(walls)]);
  const reached = (file: string) => reach?.reached(file) ?? file;
  const mounts = [...ownEtcFiles(), ...walls.mounts].map((mount) => ({ ...mount, source: reached(mount.source) }));
  const options = [...namespaces(), ...view(mounts), ...environment(walls.env), "--chdir", walls.folder];
  const { filter, options: optionsAt, status } = wallDescriptors;
  return {
    command: [
      reach?.command ?? [],
      walls.account === null ? [] : becomeAccount(walls.account),
      [reached(walls.bubblewrap), "--args", `${optionsAt}`, "--seccomp", `${filter}`, "--json-status-fd", `${status}`],
      ["--", "/bin/sh", "-c", gate, "gate", ...command],
    ].flat(),
    options: Buffer.from(options.map((option) => `${option}\0`).join("")),
  };
}

function becomeAccount({ uid, gid }: SandboxAccount): string[] {
  return ["/usr/bin/setpriv", "--reuid", `${uid}`, "--regid", `${gid}`, "--clear-groups", "--"];
}

function sourcesOf({ mounts }: Walls): string[] {
  return mounts.map(({ source }) => source);
}

/** Everything of its own, no rights, and no way to begin such a world inside once more. */
function namespaces(): string[] {
  return [
    ["--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup"],
    ["--disable-userns", "--cap-drop", "ALL", "--uid", insideId, "--gid", insideId, "--hostname", "sandbox"],
    ["--die-with-parent", "--new-session"],
  ].flat();
}

/** All places that can be written are mounts of ours: the rest is read-only, also where it is memory. */
function view(mounts: readonly SandboxMount[]): string[] {
  return [
    systemMounts(),
    ["--proc", "/proc", "--dev", "/dev", "--size", sharedMemoryBytes, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"],
    mounts.flatMap(showMount),
    ["--remount-ro", "/"],
  ].flat();
}

function showMount({ source, target, isWritable }: SandboxMount): string[] {
  return [isWritable === true ? "--bind" : "--ro-bind", source, target];
}

function environment(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]);
}
