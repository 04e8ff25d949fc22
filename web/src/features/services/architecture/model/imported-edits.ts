import { drawnNodeSchema } from "@cairn/contract/architecture";
import type { ArchitectureEdit } from "@cairn/contract/architecture-edits";
import type { ArchitectureSource, ProposedEdge, ProposedNode } from "@cairn/contract/architecture-import";
import { serviceDescriptionSchema, serviceNameSchema } from "@cairn/contract/services";

/** What a text of another tool declares, beside what is there. */
interface ImportedArchitecture {
  nodes: readonly ProposedNode[];
  edges: readonly ProposedEdge[];
  problems: readonly { line: number; reason: string }[];
}

const shownReasons = 12;
const namedLines = 20;

/** Which tool a text is of: the DSL has blocks in braces, a compose file has none. */
export function detectSource(text: string): ArchitectureSource {
  return /^\s*(?:workspace|model|views|\w+\s*=\s*(?:softwareSystem|container|person))\b/im.test(text)
    ? "structurizr"
    : "compose";
}

/**
 * What the text says and the product has not, as changes to accept: services, stores, queues and outside services, and what may
 * and must not be connected. What has a name that cannot be kept is told and left out, with the lines to it.
 */
export function toImportedEdits({ nodes, edges, problems }: ImportedArchitecture): {
  edits: ArchitectureEdit[];
  notes: string[];
} {
  const ids = new Map<string, string>();
  const edits: ArchitectureEdit[] = [];
  const left: string[] = [];
  for (const node of nodes) {
    if (node.nodeId !== null) ids.set(node.key, node.nodeId);
    else if (serviceNameSchema.safeParse(node.name).success) {
      const proposedId = `proposed-${node.key}`;
      ids.set(node.key, proposedId);
      edits.push(addNode(node, proposedId));
    } else left.push(`“${node.name}”`);
  }
  for (const { sourceKey, targetKey, text, line, stance, isDrawn } of edges) {
    const [sourceId, targetId] = [ids.get(sourceKey), ids.get(targetKey)];
    if (isDrawn || stance === null || sourceId === undefined || targetId === undefined || sourceId === targetId)
      continue;
    const reason = text === "" ? `Line ${line}` : `Line ${line}: ${text}`.slice(0, 500);
    edits.push({ kind: "joined", sourceId, targetId, stance, reason });
  }
  const notes = describeProblems(problems);
  if (left.length > 0) notes.unshift(`Left out, because its name cannot be kept: ${left.join(", ")}.`);
  if (edits.length === 0 && nodes.length > 0)
    notes.unshift(`${notes.length > 0 ? "Everything else" : "All"} that it says is there already.`);
  return { edits, notes };
}

/** One note for all lines with the same reason; of too many reasons the last ones are told by their lines alone. */
function describeProblems(problems: ImportedArchitecture["problems"]): string[] {
  const groups = [...Map.groupBy(problems, ({ reason }) => reason)];
  const notes = groups.slice(0, shownReasons).map(([reason, lines]) => `${nameLines(lines)}: ${reason}.`);
  const others = groups.slice(shownReasons).flatMap(([, lines]) => lines);
  if (others.length > 0) notes.push(`${nameLines(others)}: left out or not understood.`);
  return notes;
}

/** "Line 4", "Lines 4, 9 and 12", "Lines 4, 9, … and 30 more". */
function nameLines(problems: ImportedArchitecture["problems"]): string {
  const numbers = [...new Set(problems.map(({ line }) => line))].toSorted((a, b) => a - b);
  const [first, ...rest] = numbers;
  if (rest.length === 0) return `Line ${first}`;
  const left = numbers.length - namedLines;
  if (left > 0) return `Lines ${numbers.slice(0, namedLines).join(", ")} and ${left} more`;
  return `Lines ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
}

function addNode(node: ProposedNode, nodeId: string): ArchitectureEdit {
  const { kind, name, technology, type, line } = node;
  const reason = technology === null ? `Line ${line}` : `Line ${line}: ${technology}`.slice(0, 500);
  if (kind !== "service") {
    const made = drawnNodeSchema.shape.technology.safeParse(technology);
    const drawn = { kind: "drawn", nodeId, isNew: true, form: kind } as const;
    return { ...drawn, name: name.trim(), technology: made.data ?? null, reason };
  }
  const described = serviceDescriptionSchema.safeParse(node.description);
  const description = described.success ? described.data : "";
  return { kind: "added", nodeId, form: type ?? "api", name: name.trim(), description, reason };
}
