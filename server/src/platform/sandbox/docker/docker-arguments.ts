import { homedir } from "node:os";
import { fileURLToPath } from "node:url";

import type { SandboxLimits, SandboxMount } from "#server/platform/sandbox/port/sandbox-port.ts";
import type { SandboxAccount } from "#server/platform/sandbox/walls/sandbox-account.ts";

/** Every container of this product has them: which process's it is, and which data directory's. */
export const dockerLabels = { owner: "cairn.sandbox", place: "cairn.data" };
const sharedMemoryBytes = 67_108_864;
/** What Node.js and the first process need themselves, beside what a command may have. */
const ownProcesses = 8;
const ownMemoryBytes = 256 * 1024 ** 2;

/** Docker's program gives each container those of its configuration, with their passwords, where they are not set. */
const noProxies = ["HTTP_PROXY", "HTTPS_PROXY", "FTP_PROXY", "NO_PROXY", "ALL_PROXY"].flatMap((name) =>
  [name, name.toLowerCase()].flatMap((spelling) => ["--env", `${spelling}=`]),
);

const relayFile = fileURLToPath(new URL("inside/relay.mjs", import.meta.url));
const nodeFile = fileURLToPath(new URL("inside/node", import.meta.url));
/** Files of ours that commands see. */
export const relayFiles: readonly string[] = [relayFile, nodeFile];

const insideRelay = "/opt/cairn/bin/relay.mjs";

export interface DockerContainer {
  name: string;
  image: string;
  /** Says whose it is. */
  owner: string;
  /** Says of which data directory. */
  placeId: string;
  /** The file with the filter of system calls. */
  profile: string;
  mounts: readonly SandboxMount[];
  /** Whose files it works on. */
  account: SandboxAccount;
  limits: Pick<SandboxLimits, "openFiles" | "processes" | "memoryBytes">;
  /** When it ends by itself, whatever runs in there and whether or not a server lives. */
  deadlineSeconds: number;
}

/**
 * The first process inside, which nothing in there can kill or stop: it takes in whoever lost their parents, and ends, with everything,
 * when the relay is gone or stopped, or at the deadline.
 */
const firstProcess = `
trap 'exit 137' TERM
node --disable-sigusr1 --no-warnings ${insideRelay} inside <&0 &
relay=$!
exec <&- >&- 9<> <(:)
while kill -0 "$relay" 2>/dev/null && (( SECONDS < $1 )); do
  read -r state 2>/dev/null < "/proc/$relay/stat"
  case $state in *") T "*|*") t "*) break ;; esac
  read -r -t 1 -u 9 word
done
exit 137
`;

/** What a container is made with: everything of its own, no rights, and nothing that Docker or the image add by themselves. */
export function dockerArguments(container: DockerContainer): string[] {
  const { name, image, owner, placeId, account, mounts, deadlineSeconds } = container;
  const files = mounts.filter(({ hasSockets }) => hasSockets !== true);
  const own = [
    { source: relayFile, target: insideRelay },
    { source: nodeFile, target: "/opt/cairn/bin/node" },
  ];
  return [
    ["run", "--rm", "--interactive", "--name", name, "--pull=never"],
    ["--label", `${dockerLabels.owner}=${owner}`, "--label", `${dockerLabels.place}=${placeId}`],
    ["--log-driver=none", "--no-healthcheck", "--init=false", "--sig-proxy=false"],
    noProxies,
    walls(container),
    [...own, ...files].flatMap((mount) => ["--mount", showMount(mount)]),
    mounts.filter(({ hasSockets }) => hasSockets === true).flatMap(({ target }) => socketFolder(target, account)),
    ["--workdir=/", "--entrypoint=/bin/bash", image],
    ["--norc", "--noprofile", "-c", firstProcess, "first", `${deadlineSeconds}`],
  ].flat();
}

function walls({ account, limits, profile }: DockerContainer): string[] {
  const memory = `${limits.memoryBytes + ownMemoryBytes}b`;
  return [
    ["--network=none", "--ipc=private", "--cgroupns=private", "--hostname=sandbox", "--read-only"],
    ["--user", `${account.uid}:${account.gid}`, "--cap-drop=ALL", "--security-opt=no-new-privileges"],
    [`--security-opt=seccomp=${profile}`, "--security-opt=label=disable"],
    [`--pids-limit=${limits.processes + ownProcesses}`, `--memory=${memory}`, `--memory-swap=${memory}`],
    [`--shm-size=${sharedMemoryBytes}b`, `--ulimit=nofile=${limits.openFiles}`],
    // What the machine says of itself, and memory that a watch of processes does not see.
    ["--tmpfs", "/sys:ro,size=4k,mode=555", "--tmpfs", "/dev/mqueue:ro,size=4k,mode=555"],
  ].flat();
}

/** Where the relay listens. */
function socketFolder(target: string, { uid, gid }: SandboxAccount): string[] {
  return ["--tmpfs", `${target}:size=64k,nr_inodes=128,mode=700,uid=${uid},gid=${gid}`];
}

/** A line of a table, as Docker reads it: what holds a comma or a quote stands in quotes. */
function showMount({ source, target, isWritable }: SandboxMount): string {
  const fields = ["type=bind", `source=${source}`, `target=${target}`, ...(isWritable === true ? [] : ["readonly"])];
  return fields.map((field) => (/[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(",");
}

/** What Docker's program needs to find its engine, and no more of this server. */
export function dockerEnvironment(): Record<string, string> {
  const names = ["DOCKER_HOST", "DOCKER_CONTEXT", "DOCKER_CONFIG", "DOCKER_CERT_PATH", "DOCKER_TLS_VERIFY"];
  const given = [...names, "XDG_RUNTIME_DIR"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(given), PATH: "/usr/local/bin:/usr/bin:/bin", HOME: homedir() };
}
