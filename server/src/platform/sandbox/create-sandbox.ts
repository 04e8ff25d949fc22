import { randomUUID } from "node:crypto";
import path from "node:path";

import { AppError } from "@cairn/contract/errors";

import { startBehindWalls } from "./open-walls.ts";
import type { Sandbox, SandboxLimits, WorkCopy } from "./port/sandbox-port.ts";
import { defaultLimits } from "./process/limits.ts";
import { leastFreeBytes, type Measurements, watchDisk } from "./process/watch-disk.ts";
import { createCheck, type RunProbe } from "./readiness/check-walls.ts";
import { accountOf, chooseAccount } from "./walls/sandbox-account.ts";
import { makeWorkCopy } from "./work-copy/make-work-copy.ts";
import { removeOtherWorkFolders, removeWorkFolder } from "./work-copy/remove-work-copies.ts";
import type { RunOwnGit } from "./work-copy/run-own-git.ts";
import { takeTree } from "./work-copy/take-tree.ts";
import {
  commandMounts,
  insidePaths,
  ownGitEnvironment,
  ownGitMounts,
  partsOfWorkCopy,
} from "./work-copy/work-copy-folders.ts";

interface SandboxOptions {
  /** Work copies lie in a folder of it. */
  dataDirectory: string;
  limits?: Partial<SandboxLimits>;
  /** Where bubblewrap is looked for; that of this process unless said. */
  searchPath?: string;
}

const commandEnvironment = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  HOME: insidePaths.home,
  LANG: "C.UTF-8",
  TMPDIR: insidePaths.temporary,
};
const keptStderrCharacters = 8 * 1024;

/** Runs commands behind bubblewrap's walls, in work copies below the data directory. Nothing runs without walls. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const limits = { ...defaultLimits, ...options.limits };
  const searchPath = options.searchPath ?? process.env["PATH"] ?? "";
  const folder = path.join(options.dataDirectory, "work-copies");
  const measurements: Measurements = new Map();
  const runOwnGit = createOwnGit(limits, { searchPath, measurements });
  const inUse = createUse();
  return {
    check: createCheck(createProbe(limits, searchPath)),
    async makeWorkCopy({ repository, commit, signal }) {
      const id = randomUUID();
      const objects = path.join(repository, "objects");
      const workCopy: WorkCopy = { id, directory: path.join(folder, id), objects, commit };
      try {
        await makeWorkCopy(workCopy, { runOwnGit, leastFreeBytes, signal });
        return workCopy;
      } catch (error) {
        await removeWorkFolder(workCopy.directory);
        throw error;
      }
    },
    start(command, { workCopy, folder = ".", env, mounts = [], limits: own, onOutput, signal }) {
      const allowed = { ...limits, ...own };
      const running = startBehindWalls(
        {
          command,
          isOwn: false,
          mounts: [...commandMounts(workCopy), ...mounts],
          env: { ...commandEnvironment, ...env },
          folder: path.posix.join(insidePaths.tree, folder),
          account: ownerOf(workCopy),
          limits: allowed,
          watches: [watchDisk(workCopy.directory, allowed, measurements)],
          onOutput,
          signal,
        },
        searchPath,
      );
      inUse.add(workCopy.id, running.ended);
      return running;
    },
    async takeTree(workCopy, { signal } = {}) {
      inUse.refuse(workCopy.id);
      return await takeTree(workCopy, { runOwnGit, signal });
    },
    async removeWorkCopy({ id, directory }) {
      inUse.refuse(id);
      await removeWorkFolder(directory);
      measurements.delete(directory);
    },
    removeOtherWorkCopies: (keptIds) => removeOtherWorkFolders(folder, keptIds),
  };
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
    takeTree: async () => refuse(),
    removeWorkCopy: ({ directory }) => removeWorkFolder(directory),
    removeOtherWorkCopies: (keptIds) => removeOtherWorkFolders(path.join(dataDirectory, "work-copies"), keptIds),
  };
}

/** Which work copies have commands of this process running in them. */
function createUse() {
  const commands = new Map<string, number>();
  const count = (id: string, change: 1 | -1): void => {
    const now = (commands.get(id) ?? 0) + change;
    if (now === 0) commands.delete(id);
    else commands.set(id, now);
  };
  return {
    add(id: string, ended: Promise<unknown>): void {
      count(id, 1);
      const leave = () => count(id, -1);
      void ended.then(leave, leave);
    },
    refuse(id: string): void {
      if (!commands.has(id)) return;
      throw new AppError("conflict", { message: "A command still runs in this work copy. Stop it first." });
    },
  };
}

function ownerOf(workCopy: WorkCopy) {
  return accountOf(path.join(workCopy.directory, partsOfWorkCopy.tree));
}

function createOwnGit(
  limits: SandboxLimits,
  { searchPath, measurements }: { searchPath: string; measurements: Measurements },
): RunOwnGit {
  return async (workCopy, { command, signal, onStdout }) => {
    let stderr = "";
    const { ended } = startBehindWalls(
      {
        command,
        isOwn: true,
        mounts: ownGitMounts(workCopy),
        env: ownGitEnvironment,
        folder: insidePaths.tree,
        account: ownerOf(workCopy),
        limits: { ...limits, outputBytes: limits.diskBytes },
        watches: [watchDisk(workCopy.directory, limits, measurements)],
        onOutput: (piece, stream) => {
          if (stream === "stdout") onStdout?.(piece);
          else stderr = (stderr + piece.toString("utf8")).slice(-keptStderrCharacters);
        },
        signal,
      },
      searchPath,
    );
    return { end: await ended, stderr };
  };
}

function createProbe(limits: SandboxLimits, searchPath: string): RunProbe {
  return async (script) => {
    const output = { stdout: "", stderr: "" };
    const { ended } = startBehindWalls(
      {
        command: ["/bin/sh", "-c", script],
        isOwn: true,
        mounts: [],
        env: commandEnvironment,
        folder: "/",
        account: chooseAccount(),
        limits: { ...limits, wallMs: 10_000 },
        onOutput: (piece, stream) => (output[stream] += piece.toString("utf8")),
      },
      searchPath,
    );
    return { end: await ended, ...output };
  };
}
