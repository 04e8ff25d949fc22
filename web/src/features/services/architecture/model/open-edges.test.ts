import type { Architecture, DerivedEdge } from "@cairn/contract/architecture";
import type { ServiceModules } from "@cairn/contract/architecture-modules";
import { expect, it } from "vitest";

import { listCanvasEdges } from "./canvas-edge.ts";
import type { CanvasNode } from "./canvas-node.ts";
import { openEdges } from "./open-edges.ts";

const node = (nodeId: string, x: number): CanvasNode => ({
  nodeId,
  graphId: nodeId,
  form: "api",
  name: nodeId,
  detail: null,
  state: null,
  place: { x, y: 0 },
  label: nodeId,
});
const nodes = [node("web", 0), node("api", 400), node("db", 800)];
const derived: DerivedEdge = { kinds: ["call"], count: 2, certainty: "resolved", evidence: [] };
const edge = (sourceId: string, targetId: string, code: DerivedEdge | null): Architecture["edges"][number] => {
  const stance = code ? null : ("allowed" as const);
  return { sourceId, targetId, stance, derived: code, drift: code ? "undeclared" : "unused", broughtBy: null };
};
const edges = listCanvasEdges(
  {
    nodes: [],
    edges: [edge("web", "api", derived), edge("web", "db", null), edge("api", "db", derived)],
    baselineAt: null,
    hasContract: true,
    index: { isFresh: true, repositories: [] },
    isCutOff: false,
  },
  nodes,
);
const place = {
  repositoryId: "r",
  repositorySlug: "shop",
  branch: "main",
  commit: "c",
  path: "a.ts",
  startLine: 1,
  endLine: 1,
};
const open = (name: string, connections: [string, string][]) => {
  const modules = ["pages", "kit"].map((one) => {
    const moduleId = `${name}/${one}`;
    return { moduleId, name: one, path: one, files: 1, place };
  });
  const loaded: ServiceModules = {
    modules,
    moduleCount: 2,
    connections: connections.map(([sourceId, targetId]) => ({ sourceId, targetId, derived })),
    isCutOff: false,
  };
  return { node: nodes.find(({ nodeId }) => nodeId === name)!, loaded, shownIds: modules.map((one) => one.moduleId) };
};
const ends = (list: ReturnType<typeof openEdges>) => list.map((one) => `${one.sourceId} ${one.targetId}`).toSorted();

const web = open("web", [
  ["web/pages", "api"],
  ["web/kit", "api"],
  ["web/pages", "web/kit"],
]);

it("draws a line that code shows from the modules that it stands in, and chooses the connection of the services by it", () => {
  const opened = openEdges(edges, nodes, [web]);
  expect(ends(opened)).toEqual(["api db", "web db", "web/kit api", "web/pages api", "web/pages web/kit"]);
  const [call, own] = ["web/pages api", "web/pages web/kit"].map((key) =>
    opened.find((one) => `${one.sourceId} ${one.targetId}` === key),
  );
  const parent = edges.find(({ sourceId, targetId }) => sourceId === "web" && targetId === "api")!;
  expect(call).toMatchObject({ look: "undeclared", name: "pages calls api", module: { chosen: parent.edgeId } });
  expect(own).toMatchObject({ look: "known", module: { chosen: "web/pages" } });
});

it("leaves at the service what stands in modules that are not shown, each once", () => {
  const opened = openEdges(edges, nodes, [{ ...web, shownIds: [] }]);
  expect(ends(opened)).toEqual(["api db", "web api", "web db"]);
});

it("draws no line from the frame of what a module shows already", () => {
  const both = open("web", [
    ["web", "api"],
    ["web/pages", "api"],
    ["web", "db"],
  ]);
  expect(ends(openEdges(edges, nodes, [both]))).toEqual(["api db", "web db", "web/pages api"]);
});

it("splits a line between two services that are open at its beginning alone", () => {
  const api = open("api", [
    ["web", "api/pages"],
    ["api/pages", "db"],
  ]);
  const opened = openEdges(edges, nodes, [web, api]);
  expect(ends(opened)).toEqual(["api/pages db", "web db", "web/kit api", "web/pages api", "web/pages web/kit"]);
});
