import path from "node:path";

import { removeLeftContainers } from "./container/remove-left-containers.ts";
import { startInContainer } from "./container/start-in-container.ts";
import { createEngineCheck } from "./docker/check-engine.ts";
import { relayFiles } from "./docker/docker-arguments.ts";
import { removeLeftDocker } from "./docker/remove-left-docker.ts";
import { requireDocker, startInDocker } from "./docker/start-in-docker.ts";
import { bridgeFile } from "./install/run-install.ts";
import { startBehindWalls, type WalledCommand } from "./open-walls.ts";
import type { SandboxedCommand } from "./port/sandbox-port.ts";
import { endLeftProcesses } from "./process/end-left-processes.ts";
import { ownEtc, ownEtcFiles } from "./walls/system-mounts.ts";
import { findImageToolchains, findToolchains, type Toolchains } from "./walls/toolchains.ts";

/** What can make the walls. */
export type WallKind = "bubblewrap" | "podman" | "docker";

interface WallOptions {
  walls?: WallKind;
  image?: string;
  dataDirectory: string;
  searchPath?: string;
  toolchains?: readonly string[];
}

/** What differs with what makes the walls. */
interface WallMaker {
  start: (walled: WalledCommand) => SandboxedCommand;
  /** Ends what servers that are dead have left running. */
  endLeft: () => Promise<void>;
  toolchains: () => Toolchains;
  /** What commands see of this server's own. */
  ownFiles: readonly string[];
  /** Throws an AppError with the cure where it is known that there can be no walls. */
  require: () => Promise<void>;
}

export function chooseWalls(options: WallOptions): WallMaker {
  const { walls, dataDirectory, searchPath = process.env["PATH"] ?? "" } = options;
  const folder = path.join(dataDirectory, "containers");
  if (walls === "docker") return dockerWalls({ ...options, searchPath, folder });
  const ofMachine = {
    toolchains: () => findToolchains(options.toolchains ?? []),
    ownFiles: [ownEtc, ...ownEtcFiles().map(({ source }) => source), bridgeFile, process.execPath],
    require: async () => undefined,
  };
  if (walls === "podman") {
    const place = { searchPath, folder };
    return {
      ...ofMachine,
      start: (walled) => startInContainer(walled, place),
      endLeft: () => removeLeftContainers(place),
    };
  }
  return { ...ofMachine, start: (walled) => startBehindWalls(walled, searchPath), endLeft: endLeftProcesses };
}

function dockerWalls({
  image = "cairn-sandbox",
  folder,
  searchPath,
  toolchains = [],
}: WallOptions & { folder: string; searchPath: string }): WallMaker {
  const engine = createEngineCheck(image);
  const place = { image, folder, searchPath, engine };
  return {
    start: (walled) => startInDocker(walled, place),
    endLeft: () => removeLeftDocker(place),
    toolchains: () => findImageToolchains(toolchains, engine.imageId() ?? image),
    ownFiles: [ownEtc, ...ownEtcFiles().map(({ source }) => source), bridgeFile, ...relayFiles],
    require: async () => await engine.require(requireDocker(searchPath)),
  };
}
