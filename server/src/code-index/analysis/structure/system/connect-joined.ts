import { joinedServers } from "#server/code-index/analysis/extract/deployment/technologies/joined-servers.ts";
import { imageName } from "#server/code-index/analysis/extract/deployment/technologies/known-technologies.ts";
import type { ResolveContext } from "#server/code-index/analysis/structure/import-target.ts";
import { folderOf } from "#server/code-index/analysis/structure/paths.ts";
import type { SystemSource } from "#server/code-index/ports/system.ts";

import { mainOf, type OwnProcess } from "./own-process.ts";
import type { SystemBuilder } from "./system-builder.ts";

interface Required {
  id: string;
  source: SystemSource;
}

/**
 * Processes that a library makes call the one that is there for all of them, as they start: a registry, a server of
 * settings, a collector of traces. Of several such servers nothing says which one is meant.
 */
export function connectJoined(
  context: ResolveContext,
  { builder, own }: { builder: SystemBuilder; own: readonly OwnProcess[] },
): void {
  for (const { servers, clients, images } of joinedServers) {
    const joining = requiring(context, own, clients);
    if (joining.length === 0) continue;
    const made = requiring(context, own, servers).map(({ id }) => id);
    const started = [...builder.nodes.values()].flatMap(({ id, kind, technology }) =>
      kind === "process" && !own.some((one) => one.id === id) && images.test(imageName(technology ?? "")) ? [id] : [],
    );
    const [server, ...others] = new Set([...made, ...started]);
    if (server === undefined || others.length > 0) continue;
    for (const { id, source } of joining)
      builder.connect({ from: id, to: server, how: "client", certainty: "partly", source });
  }
}

/** The main process of each folder whose manifest requires one of these, with the line that does. */
function requiring(context: ResolveContext, own: readonly OwnProcess[], names: readonly string[]): Required[] {
  const folders = Map.groupBy(own, ({ folder }) => folder);
  return context.manifests.flatMap(({ path, manifest }): Required[] => {
    const main = mainOf(folders.get(folderOf(path)) ?? []);
    const found = manifest.dependencies.find(({ name, isDev }) => !isDev && names.includes(name.toLowerCase()));
    return main === undefined || found === undefined
      ? []
      : [{ id: main.id, source: { path, startLine: found.line, endLine: found.line } }];
  });
}
