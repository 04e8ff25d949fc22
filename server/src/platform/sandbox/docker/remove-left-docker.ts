import { isOwnerAlive } from "#server/platform/sandbox/container/container-owner.ts";
import { findProgram } from "#server/platform/sandbox/walls/find-program.ts";

import { callDocker, removeDockerContainers } from "./call-docker.ts";
import { dockerLabel } from "./docker-arguments.ts";

/**
 * Ends and removes containers of servers that are dead. Mostly there are none, since each ends with its server; one may be left by an
 * engine that was ended meanwhile, or by a command that hid the end of its server.
 */
export async function removeLeftDocker(searchPath: string): Promise<void> {
  const docker = findProgram("docker", searchPath);
  if (docker === null) return;
  const format = `{{.ID}} {{.Label "${dockerLabel}"}}`;
  const list = ["ps", "--all", "--no-trunc", "--filter", `label=${dockerLabel}`, "--format", format];
  // An engine that does not answer runs nothing that could be ended.
  const listed = await callDocker(docker, list).catch(() => "");
  const containers = listed.split("\n").flatMap((line) => {
    const [id = "", owner = ""] = line.split(" ");
    return id === "" ? [] : [{ id, owner }];
  });
  const left = containers.filter(({ owner }) => !isOwnerAlive(owner)).map(({ id }) => id);
  if (left.length > 0) await removeDockerContainers(docker, left);
}
