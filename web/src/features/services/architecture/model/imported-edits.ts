import type { ArchitectureEdit } from "@cairn/contract/architecture-edits";
import type { ArchitectureSource, ProposedEdge, ProposedNode } from "@cairn/contract/architecture-import";
import { serviceNameSchema } from "@cairn/contract/services";

import { formLabel } from "./canvas-node.ts";

/** What a text of another tool declares, beside what is there. */
interface ImportedArchitecture {
  nodes: readonly ProposedNode[];
  edges: readonly ProposedEdge[];
  problems: readonly { line: number; reason: string }[];
}

const shownProblems = 8;

/** Which tool a text is of: the DSL has blocks in braces, a compose file has none. */
export function detectSource(text: string): ArchitectureSource {
  return /^\s*(?:workspace|model|views|\w+\s*=\s*(?:softwareSystem|container|person))\b/im.test(text)
    ? "structurizr"
    : "compose";
}

/**
 * What the text says and the product has not, as changes to accept. Only services can be added; a store or a queue
 * comes from the code, so lines to one that is not there are told and left out.
 */
export function toImportedEdits({ nodes, edges, problems }: ImportedArchitecture): {
  edits: ArchitectureEdit[];
  notes: string[];
} {
  const ids = new Map<string, string>();
  const edits: ArchitectureEdit[] = [];
  const left: string[] = [];
  for (const { key, kind, name, technology, nodeId, line } of nodes) {
    if (nodeId !== null) ids.set(key, nodeId);
    else if (kind !== "service" || !serviceNameSchema.safeParse(name).success) {
      left.push(kind === "service" ? `“${name}” (its name)` : `“${name}” (${formLabel(kind)})`);
    } else {
      const proposedId = `proposed-${key}`;
      ids.set(key, proposedId);
      const reason = technology === null ? `Line ${line}` : `Line ${line}: ${technology}`.slice(0, 500);
      edits.push({ kind: "added", nodeId: proposedId, form: "api", name: name.trim(), description: "", reason });
    }
  }
  for (const { sourceKey, targetKey, text, line, isDrawn } of edges) {
    const [sourceId, targetId] = [ids.get(sourceKey), ids.get(targetKey)];
    if (isDrawn || sourceId === undefined || targetId === undefined || sourceId === targetId) continue;
    const reason = text === "" ? `Line ${line}` : `Line ${line}: ${text}`.slice(0, 500);
    edits.push({ kind: "joined", sourceId, targetId, stance: "allowed", reason });
  }
  const notes = problems.slice(0, shownProblems).map(({ line, reason }) => `Line ${line}: ${reason}.`);
  if (problems.length > shownProblems) notes.push(`${problems.length - shownProblems} more lines were not understood.`);
  if (left.length > 0) notes.unshift(`Left out, because it cannot be added by hand: ${left.join(", ")}.`);
  if (edits.length === 0 && nodes.length > 0) notes.unshift("Everything else that it says is there already.");
  return { edits, notes };
}
