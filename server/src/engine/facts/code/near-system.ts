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
