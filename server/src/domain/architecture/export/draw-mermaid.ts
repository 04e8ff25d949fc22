import {
  derivedEdgeTexts,
  type Architecture,
  type ArchitectureEdge,
  type ArchitectureNode,
} from "@cairn/contract/architecture";

import { accessibleHead, label } from "#server/engine/diagrams/mermaid-text.ts";

const shapes: Record<ArchitectureNode["kind"], readonly [string, string]> = {
  service: ["[", "]"],
  store: ["[(", ")]"],
  queue: ["[[", "]]"],
  outside: ["([", "])"],
};

/** A flowchart: dashed where no code is, red and crossed where a line says no. */
export function drawMermaid({ nodes, edges }: Architecture, title: string): string {
  const keys = new Map(nodes.map(({ nodeId }, at) => [nodeId, `n${at}`]));
  const forbidden = edges.flatMap(({ stance }, at) => (stance === "forbidden" ? [at] : []));
  return [
    "flowchart TB",
    ...accessibleHead(title, `Services and what connects them: ${nodes.length} nodes, ${edges.length} connections`),
    ...nodes.map(({ nodeId, kind, name, type }) => {
      const [open, close] = shapes[kind === "service" && type === "database" ? "store" : kind];
      return `  ${keys.get(nodeId)}${open}${label(name)}${close}`;
    }),
    ...edges.map((edge) => `  ${keys.get(edge.sourceId)} ${arrowOf(edge)} ${keys.get(edge.targetId)}`),
    ...(forbidden.length === 0 ? [] : [`  linkStyle ${forbidden.join(",")} stroke:#c0392b,stroke-width:2px`]),
    "",
  ].join("\n");
}

function arrowOf({ stance, derived }: ArchitectureEdge): string {
  const told = derived === null ? "declared" : derived.kinds.map((kind) => derivedEdgeTexts[kind]).join(", ");
  const text = stance === "forbidden" ? `forbidden: ${told}` : told;
  return `${derived === null ? "-.->" : stance === "forbidden" ? "--x" : "-->"}|${label(text, 80)}|`;
}
