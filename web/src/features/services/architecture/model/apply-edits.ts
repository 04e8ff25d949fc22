import { isDrawnNode } from "@cairn/contract/architecture";
import type { ArchitectureEdit } from "@cairn/contract/architecture-edits";
import type { ServiceType } from "@cairn/contract/services";

import { isSameLine } from "./canvas-content.ts";
import type { CanvasContent, DraftLine } from "./canvas-content.ts";
import { check, leave, newServiceNode } from "./service-node.ts";
import type { ServiceNode } from "./service-node.ts";

/** The canvas with these changes, in their order. What is about nodes that are gone meanwhile changes nothing. */
export function applyEdits(content: CanvasContent, edits: readonly ArchitectureEdit[]): CanvasContent {
  return edits.reduce(applyEdit, content);
}

function applyEdit(content: CanvasContent, edit: ArchitectureEdit): CanvasContent {
  switch (edit.kind) {
    case "added":
      return { ...content, nodes: [...content.nodes, makeNode(edit)] };
    case "drawn": {
      const { nodeId, form, name, technology } = edit;
      const values = { kind: form, name, technology: technology ?? "" };
      const { [nodeId]: _over, ...drawnSaves } = content.drawnSaves ?? {};
      return { ...content, drawnSaves, drawn: { ...content.drawn, [nodeId]: values } };
    }
    case "renamed":
      return withValues(content, edit.nodeId, { name: edit.name });
    case "retyped":
      return retype(content, edit.nodeId, edit.form);
    case "described":
      return withValues(content, edit.nodeId, { description: edit.description });
    case "removed":
      return removeNode(content, edit.nodeId);
    case "joined":
      return withLine(content, { sourceId: edit.sourceId, targetId: edit.targetId, stance: edit.stance });
    case "parted":
      return withLine(content, { sourceId: edit.sourceId, targetId: edit.targetId, stance: null });
    case "arranged":
      // Where nodes go is worked out apart: it takes a program of its own.
      return content;
  }
}

function makeNode({ nodeId, form, name, description }: Extract<ArchitectureEdit, { kind: "added" }>): ServiceNode {
  const node = newServiceNode(nodeId, form);
  return check({ ...node, values: { ...node.values, name, description } });
}

function withValues(content: CanvasContent, nodeId: string, values: Partial<ServiceNode["values"]>): CanvasContent {
  const nodes = content.nodes.map((node) =>
    node.nodeId === nodeId ? check({ ...node, values: { ...node.values, ...values }, failure: null }) : node,
  );
  return { ...content, nodes };
}

/** It goes to the row of its new type, also when it had been moved. */
function retype(content: CanvasContent, nodeId: string, type: ServiceType): CanvasContent {
  const { [nodeId]: _left, ...moved } = content.moved;
  return withValues({ ...content, moved }, nodeId, { type });
}

/** A service of the server stays in sight until it is deleted there; its lines go with it. */
function removeNode(content: CanvasContent, gone: string): CanvasContent {
  const nodes = content.nodes.flatMap((node) => (node.nodeId === gone ? (leave(node) ?? []) : node));
  const drawn = isDrawnNode(gone) ? { ...content.drawn, [gone]: null } : content.drawn;
  const lines = content.lines.filter(({ sourceId, targetId }) => sourceId !== gone && targetId !== gone);
  return { ...content, nodes, lines, ...(drawn && { drawn }) };
}

function withLine(content: CanvasContent, line: DraftLine): CanvasContent {
  return { ...content, lines: [...content.lines.filter((one) => !isSameLine(one, line)), line] };
}
