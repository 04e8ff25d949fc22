import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";

import { describeOwner } from "#server/platform/sandbox/container/container-owner.ts";
import type { WalledCommand } from "#server/platform/sandbox/open-walls.ts";
import type { SandboxedCommand } from "#server/platform/sandbox/port/sandbox-port.ts";
import { limitedCommand } from "#server/platform/sandbox/process/limits.ts";
import { type LimitWatch, runCommand } from "#server/platform/sandbox/process/run-command.ts";
import { findProgram } from "#server/platform/sandbox/walls/find-program.ts";
import type { SandboxAccount } from "#server/platform/sandbox/walls/sandbox-account.ts";

import type { EngineCheck } from "./check-engine.ts";
import { dockerArguments } from "./docker-arguments.ts";
import { explainDocker, explainMissingDocker } from "./explain-docker.ts";
import { insideEtc, readPlaceId, writeProfile } from "./inside-files.ts";
import { startRelayed } from "./start-relayed.ts";

/** After the command's own deadline inside. */
const deadlineGraceSeconds = 15;

/** This process, which stays what it is. */
let owner: string | null = null;

export interface DockerOptions {
  searchPath: string;
  image: string;
  /** For files of ours that containers are shown. */
  folder: string;
  engine: EngineCheck;
}

/** Starts a command in a container of Docker's. Throws an AppError with the cure where this machine cannot have one. */
export function startInDocker(walled: WalledCommand, place: DockerOptions): SandboxedCommand {
  const { limits, onOutput, signal, mounts, env, folder } = walled;
  const docker = requireDocker(place.searchPath);
  const account = walled.account ?? serverAccount();
  const name = `cairn-${randomUUID()}`;
  const args = dockerArguments({
    name,
    image: place.image,
    owner: (owner ??= describeOwner()),
    placeId: readPlaceId(place.folder),
    profile: writeProfile(place.folder),
    mounts: [...insideEtc(place.folder, account), ...mounts],
    account,
    limits,
    deadlineSeconds: Math.ceil(limits.wallMs / 1000) + deadlineGraceSeconds,
  });
  const folders = mounts.filter(({ hasSockets }) => hasSockets === true);
  const sockets = folders.map(({ source, target }) => ({ folder: target, names: readdirSync(source) }));
  // Processes of an account are counted over the whole machine here, so that the container's are counted instead.
  const command = limitedCommand(walled.command, limits, { isOwn: walled.isOwn, hasOwnCount: false });
  const memory = createMemoryWatch();
  return runCommand({
    open: () =>
      startRelayed({
        docker,
        args,
        name,
        async order() {
          await place.engine.require(docker);
          return { command, env, folder, sockets, memoryBytes: limits.memoryBytes };
        },
        socketFolders: folders.map(({ source }) => source),
        onOverMemory: memory.tell,
      }),
    limits,
    watches: [memory.watch, ...(walled.watches ?? [])],
    onOutput,
    signal,
    explain: (stderr) => explainDocker(stderr, place.image),
  });
}

/** Docker's program. Throws where there is none. */
export function requireDocker(searchPath: string): string {
  const docker = findProgram("docker", searchPath);
  if (docker === null) throw explainMissingDocker();
  return docker;
}

/** Who this server is; root must lend another account. */
function serverAccount(): SandboxAccount {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (uid === 0) throw new TypeError("Root must name a sandbox's account");
  return { uid, gid };
}

/** Memory is measured inside, since processes of a virtual machine cannot be seen from here. */
function createMemoryWatch(): { watch: LimitWatch; tell: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    tell: resolve,
    watch: (_walled, onOver) => {
      void promise.then(() => onOver("memory"));
      return () => undefined;
    },
  };
}
