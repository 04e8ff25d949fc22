import type { SystemEdge, SystemFacts, SystemNode, SystemSource } from "#server/code-index/ports/system.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { nearSystem, toldOutside } from "#server/engine/facts/code/near-system.ts";
import { listedFactsIn, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { Diagram, DiagramLine } from "#server/engine/sections/section-template.ts";
import { count } from "#server/engine/text/wording.ts";

import { chooseDirection } from "./choose-direction.ts";
import { groupOutside } from "./group-outside.ts";
import type { OutsideGroup } from "./group-outside.ts";
import { accessibleHead, label, labelOfLines } from "./mermaid-text.ts";
import { arrowOf } from "./system-arrows.ts";

/** More boxes cannot be read on a page; those with the fewest arrows are left out. */
const mostNodes = 30;
const mostEdges = 60;
const mostEvidence = 3;

/** Characters of a row of names in the box of services that the same processes reach. */
const mostInRow = 36;
/** Boxes where nothing declares what runs. */
const fewestOfCode = 4;

/** What is drawn of one repository. */
interface DrawnPart {
  nodes: readonly SystemNode[];
  groups: readonly OutsideGroup[];
  edges: readonly SystemEdge[];
  /** How many services outside there are, drawn or not. */
  outside: number;
}

/**
 * What runs and who talks to whom, as the repositories declare it, or else as the programs in the code do: the whole
 * system, or for a service's folder its processes with what they reach and who reaches them. Null where neither says
 * what runs.
 */
export function drawSystem(scopes: readonly CodeScope[], subject: string): Diagram | null {
  const boxes: DiagramLine[] = [];
  const arrows: (SystemEdge & { evidence: Evidence[] })[] = [];
  let outside = 0;
  const kinds = { process: 0, store: 0, outside: 0, caller: 0 };
  for (const [at, scope] of scopes.entries()) {
    const part = drawnPart(scope.repository.index.system(), scope.folder, scope.repository.name);
    if (part === null) continue;
    outside += part.outside;
    const idOf = idsOf(part, scopes.length > 1 ? `r${at}_` : "");
    const lineOfNode = (node: SystemNode): DiagramLine => {
      kinds[node.kind === "queue" || node.kind === "cache" ? "store" : node.kind] += 1;
      return { text: `  ${idOf(node.id)}${shapeOf(node)}`, evidence: evidenceOf(scope, node.sources) };
    };
    const lines = [
      ...part.nodes.map(lineOfNode),
      ...part.groups.map(({ id, members }) => ({
        text: `  ${idOf(id)}(${labelOfLines(["Outside services", ...rowsOf(members.map(({ name }) => name))])})`,
        evidence: members.flatMap((member) => lineOfNode(member).evidence),
      })),
    ];
    boxes.push(...(scopes.length > 1 ? inBox(`repo${at}`, scope.repository.name, lines) : lines));
    arrows.push(
      ...part.edges.map((edge) => ({
        ...edge,
        from: idOf(edge.from),
        to: idOf(edge.to),
        evidence: evidenceOf(scope, edge.sources),
      })),
    );
  }
  const drawn = kinds.process + kinds.store + kinds.outside;
  if (drawn < 2) return null;
  const services = `${outside > kinds.outside ? `${kinds.outside} of ` : ""}${count(outside, "outside service")}`;
  const stores = `${count(kinds.store, "store")} and queues`;
  const description = `${count(kinds.process, "process", "processes")}, ${stores}, ${services}, dashed where one is only started after the other, thick where one sends messages that the other takes`;
  return {
    head: [`flowchart ${chooseDirection(arrows)}`, ...accessibleHead(`System of ${subject}`, description)],
    lines: [
      ...boxes,
      ...arrows.map(({ from, to, how, evidence }) => ({
        text: `  ${from} ${arrowOf[how]} ${to}`,
        evidence,
      })),
    ],
    minimum: 2,
    lists: scopes.map((scope) => listedFactsIn(scope, "system", "")),
  };
}

function drawnPart(system: SystemFacts, folder: string, repository: string): DrawnPart | null {
  const near = nearSystem(system, folder);
  // Of a program that reaches little, and of tools that reach nothing, the parts of the code say more.
  const callers = new Set(near.nodes.flatMap(({ id, kind }) => (kind === "caller" ? [id] : [])));
  const isAlone = near.edges.every(({ from }) => callers.has(from));
  const isSlight = system.basis === "code" && (near.nodes.length - callers.size < fewestOfCode || isAlone);
  if (near.nodes.length === 0 || isSlight) return null;
  const degree = new Map<string, number>();
  for (const { from, to } of near.edges) for (const id of [from, to]) degree.set(id, (degree.get(id) ?? 0) + 1);
  const outside = toldOutside(near.nodes, repository);
  const told = new Set(outside.told);
  const candidates = near.nodes.filter((node) => node.kind !== "outside" || told.has(node));
  const nodes = candidates.toSorted((a, b) => (degree.get(b.id) ?? 0) - (degree.get(a.id) ?? 0)).slice(0, mostNodes);
  const shown = new Set(nodes.map(({ id }) => id));
  const kept = near.edges.filter(({ from, to }) => shown.has(from) && shown.has(to));
  // Those that only wait for each other say least.
  const inOrder = kept.toSorted((a, b) => Number(a.how === "depends-on") - Number(b.how === "depends-on"));
  const grouped = groupOutside(nodes, inOrder);
  return { ...grouped, edges: grouped.edges.slice(0, mostEdges), outside: outside.total };
}

function idsOf({ nodes, groups }: DrawnPart, prefix: string): (id: string) => string {
  const all = [...nodes, ...groups, ...groups.flatMap(({ members }) => members)];
  const ids = new Map(all.map(({ id }, at) => [id, `${prefix}n${at + 1}`]));
  return (id) => ids.get(id) ?? `${prefix}n0`;
}

const languages = /^(?:Go|Node\.js|JavaScript|TypeScript|Python|Java|Kotlin|PHP|Ruby|Rust|C#|\.NET|Elixir|C\+\+|C)$/;

/** Stores are drums, queues lie, outside services are round at their ends, those who call are pointed. */
function shapeOf(node: SystemNode): string {
  // One file in a language does not say what a process is written in, and a language says little of it.
  const isSaid =
    node.technology !== null &&
    node.technology.toLowerCase() !== node.name.toLowerCase() &&
    !(node.kind === "process" && languages.test(node.technology));
  const text = label(isSaid ? `${node.name} · ${node.technology}` : node.name);
  if (node.kind === "store" || node.kind === "cache") return `[(${text})]`;
  if (node.kind === "queue") return `[[${text}]]`;
  if (node.kind === "caller") return `{{${text}}}`;
  return node.kind === "outside" ? `([${text}])` : `[${text}]`;
}

function evidenceOf(scope: CodeScope, sources: readonly SystemSource[]): Evidence[] {
  return sources.slice(0, mostEvidence).map(({ path, startLine, endLine }) => scope.at(path, startLine, endLine));
}

function inBox(id: string, name: string, lines: readonly DiagramLine[]): DiagramLine[] {
  return [{ text: `  subgraph ${id}[${label(name)}]`, evidence: [] }, ...lines, { text: "  end", evidence: [] }];
}

/** As many names in a row as can be read at a glance. */
function rowsOf(names: readonly string[]): string[] {
  const rows: string[] = [];
  for (const name of names) {
    const longer = `${rows.at(-1) ?? ""} · ${name}`;
    if (rows.length > 0 && longer.length <= mostInRow) rows[rows.length - 1] = longer;
    else rows.push(name);
  }
  return rows;
}
