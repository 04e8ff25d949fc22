import { homedir } from "node:os";

import { AppError } from "@cairn/contract/errors";

import type { SandboxLimits, SandboxMount } from "#server/platform/sandbox/port/sandbox-port.ts";
import { createReach } from "#server/platform/sandbox/walls/create-reach.ts";
import type { SandboxAccount } from "#server/platform/sandbox/walls/sandbox-account.ts";
import { ownEtcFiles, systemFiles } from "#server/platform/sandbox/walls/system-mounts.ts";
import { wallDescriptors } from "#server/platform/sandbox/walls/wall-arguments.ts";

import { makeContainerRoot } from "./container-root.ts";

/** The account inside, whoever it is outside. */
const insideId = 1000;
/** Who owns a container while it is built, where this server is root: a number that owns nothing, beyond those of work copies. */
const builderAccount = 56_384;
const sharedMemoryBytes = 67_108_864;
/** Where the command's own input and outputs are, beside the descriptors of the walls. */
const streams = { input: 7, output: 8, error: 9 } as const;
/** How many descriptors are handed on beside the first three. */
const handedOn = streams.error - 2;

/** Stands before every container of this product. */
export const containerLabel = "cairn.sandbox";

export interface Container {
  podman: string;
  name: string;
  /** Says whose it is. */
  owner: string;
  pidFile: string;
  /** Holds the folders that are containers' roots. */
  roots: string;
  mounts: readonly SandboxMount[];
  env: Readonly<Record<string, string>>;
  folder: string;
  /** Null: whoever this server is. */
  account: SandboxAccount | null;
  filter: Buffer;
  limits: Pick<SandboxLimits, "openFiles" | "processes">;
  /** When it ends by itself, whatever runs in there and whether or not a server lives. */
  deadlineSeconds: number;
}

/**
 * The first process inside, which nothing in there can end or stop. It takes its variables from a descriptor, tells this server
 * that the walls are up and waits for its word. Then it starts the command and reads on: there is nothing to read, so it ends,
 * and everything with it, when this server closes its end or is dead, and when the command has gone without a word. bash's read
 * is interrupted by a child's end on a pipe only, which is what `cat` is for. Job control lets the command be interrupted.
 */
const gate = `
exec <&${streams.input} >&${streams.output} 2>&${streams.error} ${streams.input}<&- ${streams.output}>&- ${streams.error}>&-
set -e
umask 022
echo 1000 > /proc/self/oom_score_adj
for name in $(compgen -e); do unset "$name"; done
while IFS= read -r -d '' pair; do export "$pair"; done <&${wallDescriptors.options}
exec ${wallDescriptors.filter}<&- ${wallDescriptors.options}<&-
echo ready >&${wallDescriptors.gate}
read -r word <&${wallDescriptors.gate}
exec ${streams.input}< <(exec ${wallDescriptors.status}>&- <&${wallDescriptors.gate} 2>/dev/null /usr/bin/cat)
set -m -o posix
(
  set +e
  "$@" ${wallDescriptors.status}>&- ${wallDescriptors.gate}>&- ${streams.input}<&-
  echo "{\\"exit-code\\": $?}" >&${wallDescriptors.status}
) &
command=$!
exec <&- >&- 2>/dev/null
is_over=
trap 'kill -0 "$command" || is_over=yes' CHLD
until read -r word <&${streams.input}; [ $? -le 128 ] || [ -n "$is_over" ]; do :; done
exit 137
`;

/** Podman's own outputs are none of the command's, but for what it says where it fails. */
const handOver = `exec "$@" ${streams.input}<&0 ${streams.output}>&1 ${streams.error}>&2 </dev/null >/dev/null`;

/** How Podman is called, with what goes through a descriptor since everybody on the machine can read arguments. */
export function containerCommand(container: Container, command: readonly string[]) {
  const system = systemFiles();
  const mounts = [...system.mounts, ...ownEtcFiles(), ...container.mounts];
  const root = makeContainerRoot(container.roots, mounts, system.links);
  // A container's own root may get to no folder that is closed to others.
  const reach = container.account === null ? null : createReach([root, ...mounts.map(({ source }) => source)]);
  const reached = (file: string) => reach?.reached(file) ?? file;
  const pairs = Object.entries(container.env).map(([name, value]) => `${name}=${value}\0`);
  return {
    command: [
      reach?.command ?? [],
      ["/bin/sh", "-c", handOver, "hand-over", ...podmanCommand(container.podman), "run"],
      identity(container),
      walls(container),
      mounts.flatMap((mount) => showMount({ ...mount, source: reached(mount.source) })),
      ["--workdir", container.folder, "--rootfs", reached(root)],
      ["/bin/bash", "--norc", "--noprofile", "-c", gate, "gate", ...command],
    ].flat(),
    options: Buffer.from(pairs.join("")),
  };
}

/** Podman with no more of this server than it needs, and none of the machine's settings that might add mounts or programs to a container. */
export function podmanCommand(podman: string): string[] {
  const { XDG_RUNTIME_DIR } = process.env;
  return [
    ["/usr/bin/env", "-i", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", `HOME=${homedir()}`],
    ["CONTAINERS_CONF=/dev/null", ...(XDG_RUNTIME_DIR === undefined ? [] : [`XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR}`])],
    [podman, "--log-level=error", "--runtime=crun", "--cgroup-manager=cgroupfs", "--events-backend=none"],
    ["--default-mounts-file=/dev/null", "--hooks-dir="],
  ].flat();
}

function identity({ name, owner, pidFile, deadlineSeconds }: Container): string[] {
  return [
    ["--rm", "--name", name, "--label", `${containerLabel}=${owner}`, "--pidfile", pidFile],
    ["--timeout", `${deadlineSeconds}`, "--preserve-fds", `${handedOn}`, "--log-driver=none", "--pull=never"],
  ].flat();
}

/** Everything of its own, no rights, and nothing that Podman adds by itself. */
function walls({ account, filter, limits }: Container): string[] {
  return [
    ["--network=none", "--ipc=private", "--pid=private", "--uts=private", "--cgroupns=private", "--cgroups=disabled"],
    [...users(account), "--user", `${insideId}:${insideId}`, "--cap-drop=all", "--security-opt=no-new-privileges"],
    // In place of Podman's own filter, so that there is none where the runtime does not know this.
    ["--security-opt=seccomp=unconfined", "--annotation", `run.oci.seccomp_bpf_data=${filter.toString("base64")}`],
    ["--security-opt=label=disable", "--security-opt=mask=/sys:/dev/mqueue", "--shm-size", `${sharedMemoryBytes}b`],
    ["--read-only", "--read-only-tmpfs=false", "--hostname=sandbox", "--no-hosts", "--passwd=false", "--systemd=false"],
    // Podman's own numbers may be more than this server has to give.
    ["--http-proxy=false", `--ulimit=nofile=${limits.openFiles}`, `--ulimit=nproc=${limits.processes}`],
  ].flat();
}

/** Root has no account to lend; of the machine's accounts a container of it has two that own nothing else. */
function users(account: SandboxAccount | null): string[] {
  if (account === null) return [`--userns=keep-id:uid=${insideId},gid=${insideId}`];
  const map = (id: number) => [`0:${builderAccount}:1`, `${insideId}:${id}:1`];
  return [
    map(account.uid).flatMap((range) => ["--uidmap", range]),
    map(account.gid).flatMap((range) => ["--gidmap", range]),
  ].flat();
}

function showMount({ source, target, isWritable }: SandboxMount): string[] {
  if (`${source}${target}`.includes(":")) {
    throw new AppError("unavailable", { message: `Podman cannot show a path that has a colon in it: ${source}` });
  }
  return ["--volume", `${source}:${target}:${isWritable === true ? "rw" : "ro"}`];
}
