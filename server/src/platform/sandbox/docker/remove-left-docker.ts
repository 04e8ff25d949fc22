import { isOwnerAlive } from "#server/platform/sandbox/container/container-owner.ts";
import { findProgram } from "#server/platform/sandbox/walls/find-program.ts";

import { callDocker, removeDockerContainers } from "./call-docker.ts";
import { dockerLabels } from "./docker-arguments.ts";
import { readPlaceId } from "./inside-files.ts";
import type { DockerOptions } from "./start-in-docker.ts";

/**
 * Ends and removes containers of servers on this data directory that are dead. Mostly there are none, since each ends with its server;
 * one may be left where that and the container's guard were killed together. Those of other data directories are others' to judge: an
 * engine may serve several machines, from which processes of one another cannot be seen.
 */
export async function removeLeftDocker({
  searchPath,
  folder,
}: Pick<DockerOptions, "searchPath" | "folder">): Promise<void> {
  const docker = findProgram("docker", searchPath);
  if (docker === null) return;
  const format = `{{.ID}} {{.Label "${dockerLabels.owner}"}}`;
  const filter = ["--filter", `label=${dockerLabels.place}=${readPlaceId(folder)}`];
  const list = ["ps", "--all", "--no-trunc", ...filter, "--format", format];
  // An engine that does not answer runs nothing that could be ended.
  const listed = await callDocker(docker, list).catch(() => "");
  const containers = listed.split("\n").flatMap((line) => {
    const [id = "", owner = ""] = line.split(" ");
    return id === "" ? [] : [{ id, owner }];
  });
  const left = containers.filter(({ owner }) => !isOwnerAlive(owner)).map(({ id }) => id);
  if (left.length > 0) await removeDockerContainers(docker, left);
}
