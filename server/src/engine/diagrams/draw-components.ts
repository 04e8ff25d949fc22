import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { evidenceOfFiles } from "#server/engine/facts/code/file-evidence.ts";
import { findModules, moduleByFile } from "#server/engine/facts/code/find-modules.ts";
import { findParts, mostParts, type CodePart } from "#server/engine/facts/code/find-parts.ts";
import { findPackages, importEvidence } from "#server/engine/facts/project/find-packages.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { Diagram, DiagramLine } from "#server/engine/sections/section-template.ts";
import { count, fileName, folderOf } from "#server/engine/text/wording.ts";

import { chooseDirection } from "./choose-direction.ts";
import { groupParts, type PartGroup } from "./group-parts.ts";
import { accessibleHead, label } from "./mermaid-text.ts";

const maxSystems = 4;
const maxEdges = 18;
/** The parts that reach a system most; the rest would only cross the picture. */
const maxEdgesToSystem = 4;
interface Edge {
  from: string;
  to: string;
  weight: number;
  isBothWays: boolean;
  evidence: Evidence[];
}

/** The parts and what they import, with the systems outside that they talk to. Null when nothing is connected. */
export function drawComponents(scopes: readonly CodeScope[], subject: string): Diagram | null {
  const systems = new Map<string, string>();
  const boxes: DiagramLine[] = [];
  const edges: Edge[] = [];
  let parts = 0;
  for (const [at, scope] of scopes.entries()) {
    const drawn = drawScope(scope, {
      budget: Math.max(3, Math.floor(mostParts / scopes.length)),
      systems,
      prefix: `n${at || ""}`,
    });
    if (drawn.edges.length === 0 && scopes.length === 1) return null;
    parts += drawn.shown;
    boxes.push(...(scopes.length > 1 ? inBox(`repo${at}`, scope.repository.name, drawn.nodes) : drawn.nodes));
    edges.push(...drawn.edges);
  }
  if (parts < 2 && systems.size === 0) return null;
  const stores = [...systems].map(([name, id]) => ({ text: `  ${id}[(${label(name)})]`, evidence: [] }));
  const description = `${count(parts, "part")} of the code and their imports, ${count(systems.size, "system")} outside it, drawn from packages and folders`;
  return {
    head: [`flowchart ${chooseDirection(edges)}`, ...accessibleHead(`Components of ${subject}`, description)],
    lines: [...stores, ...boxes, ...edges.map(edgeLine)],
    minimum: 2,
  };
}

function inBox(id: string, name: string, nodes: readonly DiagramLine[]): DiagramLine[] {
  return [{ text: `  subgraph ${id}[${label(name)}]`, evidence: [] }, ...nodes, { text: "  end", evidence: [] }];
}

interface Canvas {
  budget: number;
  /** Ids of the systems outside by name; grows while drawing. */
  systems: Map<string, string>;
  /** Ids begin with it. */
  prefix: string;
}

function drawScope(scope: CodeScope, { budget, systems, prefix }: Canvas) {
  const { own, used, edges } = findModules(scope, budget);
  const ids = new Map(
    [...own, ...used].map((part, at) => [part.path, `${prefix}${prefix === "n" ? "" : "_"}${at + 1}`]),
  );
  const inward = edges.map(({ from, to, count: weight, examples }): Edge => {
    const evidence = examples.slice(0, 2).map(({ path, line }) => scope.at(path, line));
    return { from: ids.get(from) ?? "", to: ids.get(to) ?? "", weight, isBothWays: false, evidence };
  });
  const outward = systemEdges(scope, ids, systems);
  const nodes = groupParts(scope, own).flatMap((group, at) => {
    const lines = nodeLines(scope, group, ids);
    return group.name === null ? lines : inBox(`${prefix}box${at}`, group.name, lines);
  });
  if (used.length > 0) {
    const around = { name: `Used of ${scope.repository.name}`, folder: "", parts: used };
    nodes.push(...inBox(`${prefix}used`, around.name, nodeLines(scope, around, ids)));
  }
  return { nodes, edges: [...keepStrongest(joinOpposites(inward)), ...outward], shown: own.length + used.length };
}

function nodeLines(scope: CodeScope, group: PartGroup, ids: ReadonlyMap<string, string>): DiagramLine[] {
  const names = group.parts.map((part) => nodeName(scope, group, part));
  return group.parts.map((part, at) => {
    const name = names[at] ?? "";
    const isTwice = names.filter((one) => one === name).length > 1;
    const shown = isTwice && part.path !== "" && part.path !== name ? `${name} (${scope.shorten(part.path)})` : name;
    return nodeLine(scope, shown, { part, id: ids.get(part.path) ?? "" });
  });
}

function nodeLine(scope: CodeScope, name: string, { part, id }: { part: CodePart; id: string }): DiagramLine {
  return { text: `  ${id}[${label(name)}]`, evidence: evidenceOfFiles(scope, part.files) };
}

/** The package's short name or the path, relative to the group's folder if it is in one. */
function nodeName(scope: CodeScope, group: PartGroup, part: CodePart): string {
  const isCut = findParts(scope).some((other) => other !== part && other.path.startsWith(`${part.path}/`));
  if (part.kind === "package" && !isCut) return shortName(part.name);
  const isInGroup = group.name !== null && group.folder !== "" && part.path.startsWith(`${group.folder}/`);
  const path = isInGroup
    ? part.path.slice(group.folder.length + 1)
    : group.name !== null
      ? fileName(part.path)
      : scope.shorten(part.path) || shortName(part.name);
  const isRest = part.kind !== "file" && part.files.some((file) => folderOf(file.path) !== part.path);
  return isRest && isCut ? `${path} (rest)` : path;
}

/** "@org/name", "github.com/org/name/v2" and the like by their last word. */
function shortName(name: string): string {
  const last = name
    .replace(/\/v\d+$/, "")
    .split("/")
    .at(-1);
  return last || name;
}

function systemEdges(scope: CodeScope, ids: ReadonlyMap<string, string>, systems: Map<string, string>): Edge[] {
  const moduleOf = moduleByFile(scope);
  const edges = new Map<string, Edge>();
  for (const used of findPackages(scope)) {
    const name = used.known?.system;
    if (!name || (systems.size >= maxSystems && !systems.has(name))) continue;
    for (const path of used.files) {
      const from = ids.get(moduleOf.get(path)?.path ?? "");
      const evidence = importEvidence(scope, path, used.importedAs);
      if (!from || !evidence) continue;
      const to = systems.get(name) ?? `s${systems.size + 1}`;
      systems.set(name, to);
      const known = edges.get(`${from} ${to}`);
      const edge = known ?? { from, to, weight: 0, isBothWays: false, evidence: [] };
      edge.weight += 1;
      if (edge.evidence.length < 2) edge.evidence.push(evidence);
      edges.set(`${from} ${to}`, edge);
    }
  }
  const bySystem = Map.groupBy(edges.values(), ({ to }) => to);
  return [...bySystem.values()].flatMap((own) =>
    own.toSorted((a, b) => b.weight - a.weight).slice(0, maxEdgesToSystem),
  );
}

/** Two parts that import one another are joined by one line with two heads. */
function joinOpposites(edges: readonly Edge[]): Edge[] {
  const joined = new Map<string, Edge>();
  for (const edge of edges) {
    const opposite = joined.get(`${edge.to} ${edge.from}`);
    if (opposite === undefined) {
      joined.set(`${edge.from} ${edge.to}`, edge);
      continue;
    }
    const evidence = [...opposite.evidence.slice(0, 1), ...edge.evidence.slice(0, 1)];
    const both = { ...opposite, weight: opposite.weight + edge.weight, isBothWays: true, evidence };
    joined.set(`${edge.to} ${edge.from}`, both);
  }
  return [...joined.values()];
}

/** At most `maxEdges`, but the strongest edge of every node stays, so that none floats alone. */
function keepStrongest(edges: readonly Edge[]): Edge[] {
  const sorted = edges.toSorted((a, b) => b.weight - a.weight);
  const kept = new Set(sorted.slice(0, maxEdges));
  for (const node of new Set(sorted.flatMap(({ from, to }) => [from, to]))) {
    const strongest = sorted.find(({ from, to }) => from === node || to === node);
    if (strongest) kept.add(strongest);
  }
  return sorted.filter((edge) => kept.has(edge));
}

/** Without labels: they would make the picture so wide that its words could not be read on the page. */
function edgeLine({ from, to, isBothWays, evidence }: Edge): DiagramLine {
  return { text: `  ${from} ${isBothWays ? "<-->" : "-->"} ${to}`, evidence };
}
