import type { Architecture, ArchitectureEdge, DerivedEdgeKind } from "@cairn/contract/architecture";
import { describe, expect, it } from "vitest";

import { arrange } from "./arrange.ts";
import { isSideLine, listCanvasEdges, listDrift } from "./canvas-edge.ts";
import type { CanvasNode } from "./canvas-node.ts";
import { listOwnMoves, listTheirMoves, moveKey } from "./place-changes.ts";

const node = (nodeId: string, x: number, y: number, change: Partial<CanvasNode> = {}): CanvasNode => ({
  nodeId,
  graphId: nodeId,
  form: "api",
  name: nodeId,
  detail: null,
  state: null,
  place: { x, y },
  label: nodeId,
  ...change,
});
const edge = (sourceId: string, targetId: string, change: Partial<ArchitectureEdge> = {}): ArchitectureEdge => ({
  sourceId,
  targetId,
  stance: null,
  derived: { kinds: ["call", "import"], count: 2, certainty: "resolved", evidence: [] },
  drift: null,
  broughtBy: null,
  ...change,
});
const architecture = (...edges: ArchitectureEdge[]): Architecture => ({
  nodes: [],
  edges,
  baselineAt: null,
  hasContract: true,
  index: { isFresh: true, repositories: [] },
  isCutOff: false,
});
const none = { derived: null } as const;

describe("connections", () => {
  const nodes = [
    node("web", 0, 0),
    node("new-1", 400, 0, { graphId: "api" }),
    node("new-2", 0, 240, { graphId: null }),
  ];

  it("lie between the nodes that have them, whatever those are called here", () => {
    const [only, ...others] = listCanvasEdges(architecture(edge("web", "api"), edge("web", "gone")), nodes);
    expect(only).toMatchObject({ sourceId: "web", targetId: "new-1", look: "known" });
    expect(only?.name).toBe("web calls and imports code of new-1");
    expect(others).toEqual([]);
  });

  it("tell code from what is only said", () => {
    const edges = listCanvasEdges(
      architecture(
        edge("web", "api", { stance: "allowed", ...none }),
        edge("api", "web", { stance: "forbidden", ...none }),
        edge("web", "web", { drift: "undeclared" }),
      ),
      nodes,
    );
    expect(edges.map(({ look, name }) => [look, name])).toEqual([
      ["planned", "web may use new-1"],
      ["ruled-out", "new-1 may not use web"],
      ["undeclared", "web calls and imports code of web"],
    ]);
  });

  it("that differ from the code are listed with the worst first", () => {
    const drift = (["unused", "undeclared", "forbidden", null, "unverified"] as const).map((state) =>
      edge("web", "api", { drift: state }),
    );
    const looks = listDrift(listCanvasEdges(architecture(...drift), nodes)).map(({ look }) => look);
    expect(looks).toEqual(["forbidden", "undeclared", "unused", "unverified"]);
  });
});

describe("lines that step back", () => {
  const users = ["a", "b", "c", "d"].map((name, at) => node(name, at * 400, 0));
  const sideTargets = (form: CanvasNode["form"], change: Partial<ArchitectureEdge> = {}) => {
    const edges = users.map(({ nodeId }) => edge(nodeId, "x", change));
    const listed = listCanvasEdges(architecture(...edges), [...users, node("x", 0, 720, { form })]);
    return listed.filter(isSideLine).length;
  };

  it("lead to a library or an outside service of nearly all", () => {
    expect(sideTargets("library")).toBe(4);
    expect(sideTargets("outside")).toBe(4);
    expect(sideTargets("api")).toBe(0);
    expect(sideTargets("store")).toBe(0);
  });

  it("lead to whatever is imported and nothing else, as a library by another name", () => {
    expect(sideTargets("api", { derived: { kinds: ["import"], count: 1, certainty: "resolved", evidence: [] } })).toBe(
      4,
    );
  });

  it("lead to a service that most know the address of, and that nobody is seen to call", () => {
    const derived = (kinds: DerivedEdgeKind[]) => ({ kinds, count: 1, certainty: "resolved" as const, evidence: [] });
    expect(sideTargets("api", { derived: derived(["setting"]) })).toBe(4);
    expect(sideTargets("api", { derived: derived(["setting", "call"]) })).toBe(0);
    expect(sideTargets("queue", { derived: derived(["setting"]) })).toBe(0);
    const others = Array.from({ length: 4 }, (_none, at) => node(`other ${at}`, 0, at * 200));
    const edges = users.map(({ nodeId }) => edge(nodeId, "x", { derived: derived(["setting"]) }));
    const listed = listCanvasEdges(architecture(...edges), [...users, node("x", 0, 720, { form: "api" }), ...others]);
    expect(listed.filter(isSideLine)).toEqual([]);
  });

  it("say no more than what starts first", () => {
    const derived = { kinds: ["start-order" as const], count: 1, certainty: "resolved" as const, evidence: [] };
    expect(sideTargets("api", { derived })).toBe(4);
    expect(sideTargets("api", { derived, stance: "allowed" })).toBe(0);
  });

  it("stay back while more services are proposed, that use nothing yet", () => {
    const proposed = Array.from({ length: 9 }, (_none, at) => node(`new-${at}`, 0, at * 200, { graphId: null }));
    const shown = [...users, node("x", 0, 720, { form: "library" }), ...proposed];
    const edges = users.map(({ nodeId }) => edge(nodeId, "x"));
    expect(listCanvasEdges(architecture(...edges), shown).filter(isSideLine)).toHaveLength(4);
  });

  it("are none that somebody should look at", () => {
    expect(sideTargets("library", { drift: "undeclared" })).toBe(0);
    expect(sideTargets("library", { stance: "forbidden", derived: null })).toBe(0);
  });
});

describe("arranging", () => {
  it("puts who uses above who is used, nothing upon another, and what is alone below", async () => {
    const nodes = [node("db", 0, 0), node("api", 0, 0), node("web", 0, 0), node("lone", 0, 0), node("lonely", 0, 0)];
    const edges = listCanvasEdges(architecture(edge("web", "api"), edge("api", "db"), edge("db", "web")), nodes);
    const places = await arrange(nodes, edges.slice(0, 2));
    const y = (name: string) => places[name]?.y ?? 0;
    expect(y("web")).toBeLessThan(y("api"));
    expect(y("api")).toBeLessThan(y("db"));
    expect(y("db")).toBeLessThanOrEqual(y("lone"));
    expect(new Set(Object.values(places).map((place) => `${place.x} ${place.y}`)).size).toBe(5);
  });

  it("copes with circles and with nodes that use themselves", async () => {
    const nodes = [node("a", 0, 0), node("b", 0, 0)];
    const edges = listCanvasEdges(architecture(edge("a", "b"), edge("b", "a"), edge("a", "a")), nodes);
    expect(Object.keys(await arrange(nodes, edges)).toSorted()).toEqual(["a", "b"]);
  });
});

describe("places of two people", () => {
  const nodes = [node("new-1", 10, 0, { graphId: "api" }), node("web", 0, 0), node("new-2", 5, 5, { graphId: null })];

  it("are news only where they changed, and were not sent from here", () => {
    const now = { api: { x: 1, y: 1 }, web: { x: 2, y: 2 }, old: { x: 3, y: 3 } };
    const news = listTheirMoves({
      before: { old: { x: 3, y: 3 } },
      now,
      nodes,
      ownMoves: new Set([moveKey("web", { x: 2, y: 2 })]),
    });
    expect(news.byNodeId).toEqual({ "new-1": { x: 1, y: 1 } });
    expect(news.byGraphId).toEqual({ api: { x: 1, y: 1 } });
  });

  it("are sent where they are not what the server has, also after a step back", () => {
    const moved = { "new-1": { x: 10, y: 0 }, "new-2": { x: 5, y: 5 } };
    expect(listOwnMoves({ kept: {}, moved, nodes })).toEqual([{ nodeId: "api", position: { x: 10, y: 0 } }]);
    expect(listOwnMoves({ kept: { api: { x: 10, y: 0 } }, moved, nodes })).toEqual([]);
    expect(listOwnMoves({ kept: { web: { x: 90, y: 0 } }, moved: {}, nodes })).toEqual([
      { nodeId: "web", position: { x: 0, y: 0 } },
    ]);
  });
});
