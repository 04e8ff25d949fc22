import { expect, it } from "vitest";

import type { CanvasEdge } from "#web/features/services/architecture/model/canvas-edge.ts";
import type { CanvasModule } from "#web/features/services/architecture/model/opened.ts";
import { routeLines } from "#web/features/services/architecture/model/route-lines.ts";

import { lookOf } from "./connection-line.tsx";
import { listFlowEdges } from "./flow-elements.ts";

const edge = (sourceId: string, targetId: string, change: Partial<CanvasEdge> = {}): CanvasEdge => ({
  edgeId: `${sourceId}>${targetId}`,
  edge: { sourceId, targetId, stance: null, derived: null, drift: null, broughtBy: null },
  sourceId,
  targetId,
  look: "known",
  name: `${sourceId} calls ${targetId}`,
  ...change,
});
const module = (moduleId: string): CanvasModule => {
  return { moduleId, name: moduleId, detail: "1 file", place: { x: 0, y: 0 }, label: moduleId };
};
const atModule = { module: { chosen: "web" } };
/** `web` is open, with the modules `pages` and `kit`. */
const edges = [
  edge("load", "web"),
  edge("pages", "kit", atModule),
  edge("pages", "api", atModule),
  edge("mail", "kit", atModule),
  edge("api", "mail"),
];
const modules = [module("pages"), module("kit")];
const ids = ["load", "web", "pages", "kit", "api", "mail"];
const boxes = ids.map((nodeId, at) => ({
  nodeId,
  frameId: null,
  place: { x: 0, y: at * 200 },
  width: 200,
  height: 90,
}));
const show = (id: string | null, ofChosen: readonly CanvasModule[] = []) => {
  return listFlowEdges(edges, routeLines(boxes, edges), { id, isNode: id !== null, modules: ofChosen });
};
const own = (lines: ReturnType<typeof show>) => lines.filter(({ data }) => data?.isOwn).map((line) => line.id);
const faint = (lines: ReturnType<typeof show>) => lines.filter(({ data }) => data?.isFaint).map((line) => line.id);

it("lets the lines of a chosen service that is open stand out with those of its modules", () => {
  const lines = show("web", modules);
  expect(own(lines)).toEqual(["load>web", "pages>kit", "pages>api", "mail>kit"]);
  expect(faint(lines)).toEqual(["api>mail"]);
});

it("lets of a chosen module its own lines stand out alone", () => {
  expect(own(show("kit"))).toEqual(["pages>kit", "mail>kit"]);
  expect(faint(show("kit"))).toEqual(["load>web", "pages>api", "api>mail"]);
});

it("keeps no line behind the frame in which it ends, also where it steps back", () => {
  const behind = show("load").filter(({ zIndex }) => zIndex !== undefined && zIndex < 0);
  expect(behind.map((line) => line.id)).toEqual(["api>mail"]);
  expect(faint(show("load"))).toEqual(["pages>kit", "pages>api", "mail>kit", "api>mail"]);
});

it("draws all lines of a chosen node as its own, planned ones too, but those whose colour says something", () => {
  const looks = ["known", "planned", "unverified", "undeclared", "forbidden"] as const;
  const ofWeb = looks.map((look, at) => edge("web", ids[at === 0 ? 0 : at + 1] ?? "", { look }));
  const lines = listFlowEdges(ofWeb, routeLines(boxes, ofWeb), { id: "web", isNode: true, modules: [] });
  const colours = lines.map(({ data }) => data && lookOf(data, false).stroke);
  const [accent, warning, danger] = ["var(--accent-text)", "var(--warning-text)", "var(--danger-text)"];
  expect(colours).toEqual([accent, accent, accent, warning, danger]);
  const arrows = lines.map(({ markerEnd }) => (typeof markerEnd === "object" ? markerEnd.color : markerEnd));
  expect(arrows).toEqual(colours);
});
