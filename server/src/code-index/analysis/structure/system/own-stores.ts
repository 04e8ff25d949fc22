import type { Technology } from "#server/code-index/analysis/extract/deployment/technologies/technology.ts";
import type { SystemEdge, SystemNode, SystemSource } from "#server/code-index/ports/system.ts";

import type { SystemBuilder } from "./system-builder.ts";

/** What tells the stores apart that programs keep for themselves: "SQLite of orders". */
export function nameOwnStore(store: string, owner: SystemNode): string {
  return `${store} of ${owner.name}`;
}

/** Whether a process, or another one of the same code, keeps its rows there; nobody's is whoever's comes first. */
export function isKeptBy(builder: SystemBuilder, store: SystemNode, process: SystemNode): boolean {
  const users = builder.edges().flatMap(({ from, to }) => (to === store.id ? [builder.nodes.get(from)] : []));
  const isSameCode = (other: SystemNode | undefined): boolean =>
    other?.id === process.id || (process.folder !== null && other?.folder === process.folder);
  return users.length === 0 || users.some(isSameCode);
}

/** A store that runs inside of a process, by an address of it in its settings: each code has its own. */
export function connectEmbedded(
  builder: SystemBuilder,
  technology: Technology,
  edge: { from: SystemNode; how: SystemEdge["how"]; certainty: SystemEdge["certainty"]; source: SystemSource },
): void {
  const { from, source, certainty } = edge;
  const stores = [...builder.nodes.values()].filter(
    (one) => one.kind === technology.kind && one.technology === technology.name,
  );
  const [first] = stores;
  const known = stores.find((one) => isKeptBy(builder, one, from));
  const owner = first === undefined || known !== undefined ? undefined : ownerOf(builder, first);
  // The first is told by its technology alone as long as it is the only one.
  if (first?.name === technology.name && owner !== undefined) first.name = nameOwnStore(first.name, owner);
  const node =
    known ??
    builder.addNode({
      kind: technology.kind,
      name: first === undefined ? technology.name : nameOwnStore(technology.name, from),
      technology: technology.name,
      ports: [],
      sources: [source],
      certainty,
      folder: null,
    });
  if (certainty === "resolved") node.certainty = "resolved";
  builder.connect({ ...edge, from: from.id, to: node.id });
}

function ownerOf(builder: SystemBuilder, store: SystemNode): SystemNode | undefined {
  const user = builder.edges().find(({ to }) => to === store.id);
  return user === undefined ? undefined : builder.nodes.get(user.from);
}
