import { randomUUID } from "node:crypto";
import path from "node:path";

import { AppError } from "@cairn/contract/errors";

import type { Egress } from "#server/platform/egress/resolve-address.ts";

import { chooseWalls, type WallKind } from "./choose-walls.ts";
import { createProbe } from "./create-probe.ts";
import { boundDisk } from "./install/bound-disk.ts";
import { createKeptInstalls } from "./install/kept-installs.ts";
import { type InstallParts, runInstall } from "./install/run-install.ts";
import type { WalledCommand } from "./open-walls.ts";
import type { CommandOptions, Sandbox, SandboxedCommand, SandboxLimits, WorkCopy } from "./port/sandbox-port.ts";
import { defaultLimits } from "./process/limits.ts";
import { leastFreeBytes, type Measurements, watchDisk } from "./process/watch-disk.ts";
import { createCheck } from "./readiness/check-walls.ts";
import { openOwnFiles } from "./walls/open-own-files.ts";
import { accountOf, chooseAccount } from "./walls/sandbox-account.ts";
import type { Toolchains } from "./walls/toolchains.ts";
import { keepWorkCopy, takeOverWorkCopy } from "./work-copy/kept-work-copies.ts";
import { makeWorkCopy } from "./work-copy/make-work-copy.ts";
import { createOwnFolder, removeLeftFolders } from "./work-copy/own-folder.ts";
import { removeWorkFolder } from "./work-copy/remove-work-folder.ts";
import type { RunOwnCommand } from "./work-copy/run-own-command.ts";
import { settleWorkCopy } from "./work-copy/settle-work-copy.ts";
import { takeTree } from "./work-copy/take-tree.ts";
import {
  commandMounts,
  insidePaths,
  ownEnvironment,
  ownMounts,
  partsOfWorkCopy,
} from "./work-copy/work-copy-folders.ts";
import { createUse } from "./work-copy/work-copy-use.ts";

interface SandboxOptions {
  /** Work copies and kept installs lie in folders of it. */
  dataDirectory: string;
  limits?: Partial<SandboxLimits>;
  /** What all work copies and kept installs may take together. */
  totalBytes?: number;
  /** `host:port` of each registry that installs may reach; none unless said. */
  registryHosts?: readonly string[];
  /** Through which registries are reached. */
  egress?: Pick<Egress, "checkUrl">;
  /** Folders of programs that commands see beside those of the system. */
  toolchains?: readonly string[];
  /** What makes the walls; bubblewrap unless said. */
  walls?: WallKind;
  /** What Docker's containers have as their root. */
  image?: string;
  /** Where that is looked for; that of this process unless said. */
  searchPath?: string;
}

const defaultTotalBytes = 40_000_000_000;
const keptStderrCharacters = 8 * 1024;

/** Runs commands behind walls of bubblewrap's, Podman's or Docker's, in work copies below the data directory. Nothing runs without walls. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const world = createWorld(options);
  const { folder, use, measurements, disk, runOwn } = world;
  return {
    check: createCheck(createProbe(world), world),
    async makeWorkCopy({ repository, commit, signal }) {
      await disk.requireSpace();
      const id = randomUUID();
      const directory = path.join(await world.openFolder(), id);
      const workCopy: WorkCopy = { id, directory, objects: path.join(repository, "objects"), commit };
      try {
        await makeWorkCopy(workCopy, { runOwn, leastFreeBytes, signal });
        use.setHistory(id, "");
        return workCopy;
      } catch (error) {
        await removeWorkFolder(workCopy.directory);
        throw error;
      }
    },
    start(command, commandOptions) {
      use.setHistory(commandOptions.workCopy.id, null);
      return startCommand(world, command, commandOptions);
    },
    async install(install) {
      const ended = world.require().then(() => runInstall(install, installParts(world, options)));
      use.add(install.workCopy.id, ended);
      return await ended;
    },
    async takeTree(workCopy, { signal, whileRunning = false } = {}) {
      if (!whileRunning) use.refuse(workCopy.id);
      return await takeTree(workCopy, { runOwn, signal });
    },
    async settleWorkCopy(workCopy, signal) {
      use.refuse(workCopy.id);
      await settleWorkCopy(workCopy, { runOwn, signal });
    },
    keepWorkCopy: async (workCopy, kept) => await keepWorkCopy(workCopy, kept),
    async takeOverWorkCopy(wanted) {
      await world.endLeft();
      return await takeOverWorkCopy({ ...wanted, parent: folder, own: await world.openFolder() });
    },
    async removeWorkCopy({ id, directory }) {
      use.refuse(id);
      use.setHistory(id, null);
      await removeWorkFolder(directory);
      measurements.delete(directory);
    },
    async sweep() {
      await world.endLeft();
      await world.kept.sweep();
      return await removeLeftFolders(folder);
    },
  };
}

/** What all calls of one sandbox go by. */
interface Shared {
  limits: SandboxLimits;
  startBehindWalls: (walled: WalledCommand) => SandboxedCommand;
  toolchains: () => Toolchains;
  measurements: Measurements;
  use: ReturnType<typeof createUse>;
}

function createWorld(options: SandboxOptions) {
  const { dataDirectory, totalBytes = defaultTotalBytes } = options;
  const folder = path.join(dataDirectory, "work-copies");
  const kept = createKeptInstalls(path.join(dataDirectory, "kept-installs"));
  const walls = chooseWalls(options);
  const isOfImage = options.walls === "docker";
  const shared: Shared = {
    limits: { ...defaultLimits, ...options.limits },
    startBehindWalls: walls.start,
    toolchains: walls.toolchains,
    measurements: new Map(),
    use: createUse(),
  };
  return {
    ...shared,
    folder,
    kept,
    // What an image has is not looked for on this machine.
    neededFolders: isOfImage ? [] : (options.toolchains ?? []),
    isOfImage,
    place: path.join(dataDirectory, "containers"),
    environment: () => commandEnvironment(walls.toolchains()),
    require: walls.require,
    endLeft: walls.endLeft,
    // Only root lends another account, which would not get to them.
    closed: chooseAccount() === null ? [] : openOwnFiles(walls.ownFiles),
    openFolder: createOwnFolder(folder),
    disk: boundDisk({ folder, kept, totalBytes }),
    runOwn: createOwnCommand(shared),
  };
}

function installParts(world: ReturnType<typeof createWorld>, options: SandboxOptions): InstallParts {
  const { kept, use, runOwn, disk, limits, toolchains } = world;
  return {
    kept,
    registryHosts: options.registryHosts ?? [],
    egress: options.egress ?? refuseAll,
    toolchains: toolchains().version,
    maxBytes: limits.diskBytes,
    runOwn,
    async run(command, commandOptions) {
      const { stdin, ended } = startCommand(world, command, commandOptions);
      stdin.end();
      return await ended;
    },
    historyOf: ({ id }) => use.historyOf(id),
    setHistory: ({ id }, key) => use.setHistory(id, key),
    trim: () => disk.trim(),
  };
}

const refuseAll: Pick<Egress, "checkUrl"> = {
  checkUrl: async () => {
    throw new AppError("unavailable", { message: "This server reaches no registries." });
  },
};

function commandEnvironment({ searchPath }: Toolchains): Record<string, string> {
  return { PATH: searchPath, HOME: insidePaths.home, LANG: "C.UTF-8", TMPDIR: insidePaths.temporary };
}

function startCommand(world: Shared, command: readonly string[], options: CommandOptions): SandboxedCommand {
  const { workCopy, folder = ".", env, mounts = [], onOutput, signal } = options;
  const limits = { ...world.limits, ...options.limits };
  const toolchains = world.toolchains();
  const running = world.startBehindWalls({
    command,
    isOwn: false,
    mounts: [...commandMounts(workCopy), ...toolchains.mounts, ...mounts],
    env: { ...commandEnvironment(toolchains), ...env },
    folder: path.posix.join(insidePaths.tree, folder),
    account: ownerOf(workCopy),
    limits,
    watches: [watchDisk(workCopy.directory, limits, world.measurements)],
    onOutput,
    signal,
  });
  world.use.add(workCopy.id, running.ended);
  return running;
}

/** Stands where an operator wants nothing to be run. */
export function createClosedSandbox(dataDirectory: string): Sandbox {
  const reason = "Running commands is switched off on this server (RUN_SANDBOX).";
  const refuse = (): never => {
    throw new AppError("unavailable", { message: reason });
  };
  return {
    check: async () => ({ isUsable: false, reason }),
    makeWorkCopy: async () => refuse(),
    start: refuse,
    install: async () => refuse(),
    takeTree: async () => refuse(),
    settleWorkCopy: async () => refuse(),
    keepWorkCopy: async () => refuse(),
    takeOverWorkCopy: async () => null,
    removeWorkCopy: ({ directory }) => removeWorkFolder(directory),
    sweep: () => removeLeftFolders(path.join(dataDirectory, "work-copies")),
  };
}

function ownerOf(workCopy: WorkCopy) {
  return accountOf(path.join(workCopy.directory, partsOfWorkCopy.tree));
}

function createOwnCommand({ limits, startBehindWalls: start, measurements }: Shared): RunOwnCommand {
  return async (workCopy, { command, hasHome = false, mounts = [], signal, onStdout }) => {
    let stderr = "";
    const { ended } = start({
      command,
      isOwn: true,
      mounts: [...ownMounts(workCopy, { hasHome }), ...mounts],
      env: ownEnvironment,
      folder: insidePaths.tree,
      account: ownerOf(workCopy),
      limits: { ...limits, wallMs: defaultLimits.wallMs, outputBytes: limits.diskBytes },
      watches: [watchDisk(workCopy.directory, limits, measurements)],
      onOutput: (piece, stream) => {
        if (stream === "stdout") onStdout?.(piece);
        else stderr = (stderr + piece.toString("utf8")).slice(-keptStderrCharacters);
      },
      signal,
    });
    return { end: await ended, stderr };
  };
}
