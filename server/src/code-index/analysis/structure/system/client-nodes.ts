import { clientNamed } from "#server/code-index/analysis/extract/deployment/client-programs.ts";
import { folderOf, isUnder } from "#server/code-index/analysis/structure/paths.ts";
import type { DeploymentFacts } from "#server/code-index/ports/deployment-facts.ts";

import type { OwnProcess } from "./own-process.ts";
import { isAside } from "./side-code.ts";
import type { SystemBuilder } from "./system-builder.ts";

const maxClients = 12;
/** Folders of one program for devices: what is generated for a platform lies below the program itself. */
const platformFolder =
  /(?:^|\/)(?:android|ios|src-tauri|public|static)(?=\/|$).*$|^src(?:\/main)?$|(?<=.)\/src(?=\/|$).*$/;

/** The apps and extensions that people run on devices of their own, each with the folder of its code. */
export function addClients(
  deployments: ReadonlyMap<string, DeploymentFacts>,
  { builder, own }: { builder: SystemBuilder; own: readonly OwnProcess[] },
): OwnProcess[] {
  const found = [...deployments].flatMap(([path, { programs }]) =>
    isAside(path)
      ? []
      : programs.flatMap(({ duty, framework, line }) =>
          duty === "client" ? [{ path, framework, line, folder: folderOf(path).replace(platformFolder, "") }] : [],
        ),
  );
  const clients: OwnProcess[] = [];
  for (const { path, framework, line, folder } of found.toSorted((a, b) => a.folder.length - b.folder.length)) {
    // What the whole repository is, or what is served too, is no client of it.
    const isServed = own.some((one) => isUnder(folder, one.folder) && one.folder !== "");
    const isKnown = clients.some((one) => isUnder(folder, one.folder));
    if (folder === "" || isServed || isKnown || clients.length >= maxClients) continue;
    const node = builder.addNode({
      kind: "caller",
      name: clientNamed(framework),
      technology: framework,
      ports: [],
      sources: [{ path, startLine: line, endLine: line }],
      certainty: "resolved",
      folder,
    });
    clients.push({ id: node.id, folder, duty: { duty: "client", tool: "" }, words: [] });
  }
  return clients;
}
