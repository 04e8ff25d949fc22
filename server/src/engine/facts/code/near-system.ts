import type { SystemEdge, SystemFacts, SystemNode } from "#server/code-index/ports/system.ts";

/** The processes whose code lies in the folder ("" for all), with what they reach and who reaches them. */
export function nearSystem(
  { nodes, edges }: SystemFacts,
  folder: string,
): { nodes: SystemNode[]; edges: SystemEdge[] } {
  const isInside = (node: SystemNode): boolean =>
    folder === "" || (node.folder !== null && (node.folder === folder || node.folder.startsWith(`${folder}/`)));
  const own = new Set(nodes.filter(isInside).map(({ id }) => id));
  const near = edges.filter(({ from, to }) => own.has(from) || own.has(to));
  const shown = new Set([...own, ...near.flatMap(({ from, to }) => [from, to])]);
  return { nodes: nodes.filter(({ id }) => shown.has(id)), edges: near };
}

/** More names cannot be read at a glance; those that the product may use come last, and fall out first. */
const mostOutside = 20;

/** Which services outside are told, in a picture and in words alike, and of how many. */
export function toldOutside(nodes: readonly SystemNode[], repository: string): { told: SystemNode[]; total: number } {
  // What a product offers elsewhere under its own name is not what it needs.
  const own = repository.toLowerCase().split(/\W+/);
  const outside = nodes.filter(
    ({ kind, sources, name }) => kind === "outside" && sources.length > 0 && !own.includes(name.toLowerCase()),
  );
  const certainFirst = outside.toSorted((a, b) => Number(a.certainty === "partly") - Number(b.certainty === "partly"));
  return { told: certainFirst.slice(0, mostOutside), total: outside.length };
}
