import type { Evidence } from "../../evidence.ts";
import { findPackages, importEvidence } from "../facts/find-packages.ts";
import { findPartEdges, findParts, partByFile, type Part } from "../facts/find-parts.ts";
import type { Scope } from "../facts/open-scope.ts";
import type { Diagram, DiagramLine } from "../recipe.ts";
import { count } from "../text/wording.ts";
import { accessibleHead, label } from "./mermaid-text.ts";

const maxParts = 10;
const maxSystems = 4;
const maxEdges = 16;

interface Edge {
  from: string;
  to: string;
  weight: number;
  evidence: Evidence[];
}

/** The parts and what they import, with the systems outside that they talk to. Null when nothing is connected. */
export function drawComponents(scopes: readonly Scope[], subject: string): Diagram | null {
  const lines: DiagramLine[] = [];
  const systems = new Map<string, string>();
  let parts = 0;
  let nextId = 0;
  for (const scope of scopes) {
    const { nodes, edges, shown } = drawScope(
      scope,
      Math.max(3, Math.floor(maxParts / scopes.length)),
      systems,
      () => `n${(nextId += 1)}`,
    );
    if (edges.length === 0 && scopes.length === 1) return null;
    parts += shown;
    lines.push(...(scopes.length > 1 ? inBox(scope, nodes, `box${nextId}`) : nodes), ...edges);
  }
  for (const [name, id] of systems) lines.unshift({ text: `  ${id}[(${label(name)})]`, evidence: [] });
  if (parts < 2 && systems.size === 0) return null;
  const description = `${count(parts, "part")} of the code and their imports, ${count(systems.size, "system")} outside it`;
  return { head: ["flowchart TB", ...accessibleHead(`Components of ${subject}`, description)], lines, minimum: 2 };
}

function inBox(scope: Scope, nodes: readonly DiagramLine[], id: string): DiagramLine[] {
  return [
    { text: `  subgraph ${id}[${label(scope.repository.name)}]`, evidence: [] },
    ...nodes,
    { text: "  end", evidence: [] },
  ];
}

function drawScope(scope: Scope, room: number, systems: Map<string, string>, newId: () => string) {
  const imports = findPartEdges(scope);
  const chosen = chooseParts(scope, room);
  const ids = new Map(chosen.map((part) => [part.path, newId()]));
  const edges: Edge[] = imports.flatMap((edge) => {
    const [from, to] = [ids.get(edge.from), ids.get(edge.to)];
    if (!from || !to) return [];
    return [
      {
        from,
        to,
        weight: edge.count,
        evidence: edge.examples.slice(0, 2).map(({ path, line }) => scope.at(path, line)),
      },
    ];
  });
  const outward = systemEdges(scope, ids, systems);
  const nodes = chosen.map((part) => {
    const [largest] = part.files.toSorted((a, b) => b.lines - a.lines);
    const size = part.kind === "file" ? count(part.lines, "line") : count(part.files.length, "file");
    const evidence = part.manifest ? [scope.at(part.manifest, 1)] : largest ? [scope.at(largest.path, 1)] : [];
    return { text: `  ${ids.get(part.path)}[${label(`${scope.shorten(part.name)} · ${size}`)}]`, evidence };
  });
  return { nodes, edges: [...keepStrongest(edges), ...outward].map(edgeLine), shown: chosen.length };
}

/** Big parts and well connected ones; parts that touch nothing are shown only where there is room. */
function chooseParts(scope: Scope, room: number): Part[] {
  const degree = new Map<string, number>();
  for (const { from, to } of findPartEdges(scope)) {
    for (const path of [from, to]) degree.set(path, (degree.get(path) ?? 0) + 1);
  }
  const weight = (part: Part) => Math.sqrt(part.lines) + 12 * (degree.get(part.path) ?? 0);
  const parts = findParts(scope).filter((part) => part.files.length > 0);
  const connected = parts.filter((part) => degree.has(part.path));
  const pool = connected.length >= 2 ? connected : parts;
  return pool.toSorted((a, b) => weight(b) - weight(a)).slice(0, room);
}

function systemEdges(scope: Scope, ids: ReadonlyMap<string, string>, systems: Map<string, string>): Edge[] {
  const partOf = partByFile(scope);
  const edges = new Map<string, Edge>();
  for (const used of findPackages(scope)) {
    const name = used.known?.system;
    if (!name || (systems.size >= maxSystems && !systems.has(name))) continue;
    for (const path of used.files) {
      const from = ids.get(partOf.get(path)?.path ?? "");
      const evidence = importEvidence(scope, path, used.name);
      if (!from || !evidence) continue;
      const to = systems.get(name) ?? `s${systems.size + 1}`;
      systems.set(name, to);
      const edge = edges.get(`${from} ${to}`) ?? { from, to, weight: 0, evidence: [] };
      edge.weight += 1;
      if (edge.evidence.length < 2) edge.evidence.push(evidence);
      edges.set(`${from} ${to}`, edge);
    }
  }
  return [...edges.values()];
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

function edgeLine({ from, to, evidence }: Edge): DiagramLine {
  return { text: `  ${from} --> ${to}`, evidence };
}
