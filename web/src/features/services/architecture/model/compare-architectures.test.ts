import type { ArchitectureNode, DerivedEdgeKind } from "@cairn/contract/architecture";
import { expect, it } from "vitest";

import { compareArchitectures } from "./compare-architectures.ts";

const node = (nodeId: string, technology: string | null = null): ArchitectureNode => ({
  nodeId,
  kind: "store",
  serviceId: null,
  name: nodeId,
  type: null,
  technology,
  position: null,
  evidence: [],
});
const place = (commit: string, path: string) => ({
  repositoryId: "r",
  repositorySlug: "shop",
  branch: "main",
  commit,
  path,
  startLine: 3,
  endLine: 3,
});
const edge = (commit: string, sourceId: string, targetId: string, ...kinds: DerivedEdgeKind[]) => ({
  sourceId,
  targetId,
  derived: {
    kinds,
    count: kinds.length,
    certainty: "resolved" as const,
    evidence: kinds.map((kind) => ({ kind, place: place(commit, `${sourceId}/${kind}.ts`) })),
  },
});
const before = {
  nodes: [node("web"), node("orders"), node("bills"), node("cache", "Redis 6")],
  edges: [
    edge("a", "web", "orders", "call"),
    edge("a", "web", "bills", "import", "call"),
    edge("a", "orders", "bills", "call"),
  ],
};
const after = {
  nodes: [node("web"), node("orders"), node("stock"), node("cache", "Valkey")],
  edges: [edge("b", "web", "orders", "call", "message"), edge("b", "orders", "stock", "call")],
};

it("tells what came, what went and what changed, each with the lines of the commit that has them", () => {
  const compared = compareArchitectures(before, after);
  expect(compared.nodes.map(({ node: { nodeId }, difference }) => [nodeId, difference])).toEqual([
    ["web", null],
    ["orders", null],
    ["stock", "added"],
    ["cache", "changed"],
    ["bills", "removed"],
  ]);
  const said = compared.edges.map(({ sourceId, targetId, difference, evidence }) => [
    `${sourceId} ${targetId}`,
    difference,
    evidence.map(({ commit, path }) => `${commit}:${path}`),
  ]);
  expect(said).toEqual([
    ["web orders", "changed", ["b:web/message.ts"]],
    ["orders stock", "added", ["b:orders/call.ts"]],
    ["web bills", "removed", ["a:web/import.ts", "a:web/call.ts"]],
    ["orders bills", "removed", ["a:orders/call.ts"]],
  ]);
});

it("names what connects two nodes only now, and what did before", () => {
  const [first] = compareArchitectures(after, before).edges;
  expect(first).toMatchObject({ difference: "changed", newKinds: [], goneKinds: ["message"] });
  expect(first?.evidence.map(({ commit }) => commit)).toEqual(["b"]);
});

it("marks nothing where there is nothing to compare with, nor between a commit and itself", () => {
  for (const former of [null, after]) {
    const { nodes, edges } = compareArchitectures(former, after);
    expect([...nodes, ...edges].filter(({ difference }) => difference !== null)).toEqual([]);
    expect(edges[0]?.evidence).toHaveLength(2);
  }
});
