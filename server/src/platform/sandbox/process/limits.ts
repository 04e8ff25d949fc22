import type { SandboxLimits } from "#server/platform/sandbox/port/sandbox-port.ts";

const mebibyte = 1024 ** 2;

export const defaultLimits: SandboxLimits = {
  wallMs: 10 * 60_000,
  cpuSeconds: 60 * 60,
  memoryBytes: 4096 * mebibyte,
  diskBytes: 4096 * mebibyte,
  diskFiles: 500_000,
  processes: 512,
  openFiles: 4096,
  outputBytes: 64 * mebibyte,
};

/** Time that this server has to end a command before the sandbox ends it by itself, because the server may be dead. */
const ownDeadlineGraceMs = 5_000;
/** Behind the server, whose answers people wait for. */
const niceness = "10";

/** All of util-linux, mount and coreutils, and at the same place on every system. */
const programs = {
  nice: "/usr/bin/nice",
  prlimit: "/usr/bin/prlimit",
  timeout: "/usr/bin/timeout",
};

/** What a machine must have beside bubblewrap. */
export const neededPrograms: readonly string[] = [
  ...Object.values(programs),
  "/usr/bin/setpriv",
  "/usr/bin/unshare",
  "/usr/bin/mount",
];

/** No memory of a crashed program is written; with 0 the kernel would still hand it to the machine's own collector. */
const coreBytes = 1;

/**
 * A command that limits itself and then becomes `command`. These limits are set inside, where nothing can lift them and
 * where processes are counted apart from those of other sandboxes, if its account has a `hasOwnCount`. Our own commands are as urgent as
 * the server.
 */
export function limitedCommand(
  command: readonly string[],
  limits: SandboxLimits,
  { isOwn, hasOwnCount = true }: { isOwn: boolean; hasOwnCount?: boolean },
): string[] {
  const seconds = Math.ceil((limits.wallMs + ownDeadlineGraceMs) / 1000);
  return [
    isOwn ? [] : [programs.nice, "-n", niceness],
    [programs.prlimit, ...(hasOwnCount ? [`--nproc=${limits.processes}`] : []), `--data=${limits.memoryBytes}`],
    [`--fsize=${limits.diskBytes}`, `--nofile=${limits.openFiles}`, "--memlock=65536", `--core=${coreBytes}`],
    [`--cpu=${limits.cpuSeconds}:${limits.cpuSeconds + 1}`],
    [programs.timeout, "--signal=KILL", `${seconds}`],
    command,
  ].flat();
}
