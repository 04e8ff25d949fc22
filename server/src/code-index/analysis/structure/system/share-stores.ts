import { technologyNamed } from "#server/code-index/analysis/extract/deployment/technologies/known-technologies.ts";
import type { SystemEdge, SystemNode } from "#server/code-index/ports/system.ts";

import type { CodeOwners } from "./code-owners.ts";
import { onlyEnqueues, unknownFolder, type OwnProcess } from "./own-process.ts";
import { isOwnProgram, programOf } from "./own-programs.ts";
import type { SystemBuilder } from "./system-builder.ts";

/** What takes jobs from a table of the database. */
const keptInDatabase = /^(?:delayed_job|good_job|solid_queue|que|django-q|procrastinate|graphile-worker)$/;
const maxSources = 2;

/**
 * Workers and clocks run the code of the process beside them with the same settings, so they talk to the same stores,
 * but for those whose declaration names stores of its own.
 */
export function shareStores(builder: SystemBuilder, own: readonly OwnProcess[], owners: CodeOwners): void {
  const edges = builder.edges();
  const storesOf = (id: string): SystemEdge[] =>
    edges.filter(
      ({ from, to, how }) =>
        from === id && how !== "mount" && /^(?:store|queue|cache)$/.test(builder.nodes.get(to)?.kind ?? ""),
    );
  for (const [folder, processes] of Map.groupBy(own, (one) => one.folder)) {
    if (folder === unknownFolder) continue;
    // Others of the folder do not run what a command of the module does.
    const alike = processes.filter((one) => programOf(owners, one) === null);
    const shared = alike.flatMap(({ id }) => storesOf(id));
    const kinds = new Set(shared.map(({ to }) => builder.nodes.get(to)?.kind));
    for (const process of processes) {
      const { id, duty } = process;
      // Files of its own say nothing of where the rest is kept.
      const known = storesOf(id).filter(({ to }) => builder.nodes.get(to)?.technology !== "Local files");
      const isSaid = known.some(({ how }) => how === "connection-setting") || (duty === null && known.length > 0);
      // One that talks to the other is a part of its own: an agent reports to its server.
      const isApart = processes.some((one) =>
        edges.some(({ from, to, how }) => from === id && to === one.id && how !== "depends-on"),
      );
      if (isSaid || isApart || isOwnProgram(owners, process)) continue;
      const isInDatabase = processes.some((one) => keptInDatabase.test(one.duty?.tool ?? ""));
      const line = isInDatabase ? "store" : kinds.has("queue") ? "queue" : "cache";
      for (const { to, how, sources, certainty } of shared)
        if (!onlyEnqueues(process) || holdsJobs(builder.nodes.get(to), line))
          for (const source of sources.slice(0, maxSources)) builder.connect({ from: id, to, how, certainty, source });
    }
  }
}

/** Whether jobs wait there: a queue, a cache, or a database of rows. */
function holdsJobs(node: SystemNode | undefined, line: SystemNode["kind"]): boolean {
  if (node?.kind !== line) return false;
  const names = node.technology?.split(" or ") ?? [];
  return line !== "store" || names.some((name) => technologyNamed(name)?.isRelational === true);
}
