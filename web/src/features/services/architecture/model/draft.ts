import type { ArchitectureEdit } from "@cairn/contract/architecture-edits";
import type { Service, ServiceType } from "@cairn/contract/services";

import type { ServiceValues } from "#web/features/services/service-values.ts";

import { applyEdits } from "./apply-edits.ts";
import { withLineSave, withoutLine } from "./canvas-content.ts";
import type { CanvasContent, DraftLine } from "./canvas-content.ts";
import { keepDeletedDrawn, loadServices } from "./deleted-nodes.ts";
import type { SaidLines } from "./deleted-nodes.ts";
import { sameDrawn } from "./drawn-node.ts";
import type { DrawnSave, DrawnValues } from "./drawn-node.ts";
import { beginHistory, endsWord, record, redo, throughout, undo } from "./history.ts";
import type { History } from "./history.ts";
import { layOut, placeInRow } from "./layout.ts";
import type { LaidOutNode, CanvasPoint } from "./layout.ts";
import { changedFields } from "./merge-values.ts";
import {
  check,
  follow,
  isComplete,
  isDirty,
  markSaved,
  newServiceNode,
  toServiceNode,
  unstore,
} from "./service-node.ts";
import type { ServiceNode } from "./service-node.ts";
import { changeTold } from "./told-steps.ts";
import type { ServerStepChange } from "./told-steps.ts";

export type Draft = History<CanvasContent>;

export type DraftChange =
  | ServerStepChange
  | { kind: "added"; nodeId: string; type: ServiceType }
  | { kind: "edited"; nodeId: string; values: ServiceValues }
  /** Time to look at what was edited. */
  | { kind: "checked" }
  /** Taken from the canvas; it can be taken back. */
  | { kind: "removed"; nodeId: string }
  /** The server is asked to delete it. */
  | { kind: "deleting"; nodeId: string }
  /** Deleted on the server, for good. */
  | { kind: "deleted"; nodeId: string }
  /** Changes that somebody accepted, as one step; with places where all was arranged. */
  | { kind: "applied"; edits: readonly ArchitectureEdit[]; places?: Readonly<Record<string, CanvasPoint>> }
  /** How the save of what is said of this connection goes; undefined where it failed. */
  | { kind: "line-sending"; line: DraftLine; save: DraftLine["save"] }
  /** The server has it, and shows it. */
  | { kind: "line-saved"; line: DraftLine }
  /** A store, queue or outside service as somebody draws it; null where it is taken away. */
  | { kind: "drawn"; nodeId: string; values: DrawnValues | null }
  /** How its save goes. */
  | { kind: "drawn-sending"; nodeId: string; save: DrawnSave }
  /** The server has what was drawn. */
  | { kind: "drawn-saved"; nodeId: string; values: DrawnValues | null }
  | { kind: "moved"; places: Readonly<Record<string, CanvasPoint>> }
  | { kind: "undone" }
  | { kind: "redone" }
  /** What the server has, in place of what is typed: of one node, or of all. */
  | { kind: "reverted"; nodeId: string }
  | { kind: "discarded" }
  | { kind: "saving"; nodeId: string }
  | { kind: "saved"; nodeId: string; service: Service; sent: ServiceValues }
  | { kind: "failed"; nodeId: string; message: string }
  /** The server's services as they are now; their places only where others moved them. */
  | { kind: "loaded"; services: readonly Service[]; said?: SaidLines }
  /** What somebody else took away of what was drawn, as it was. */
  | { kind: "drawn-deleted"; gone: Readonly<Record<string, DrawnValues>>; said: SaidLines }
  /** Somebody knows that this node was deleted, and goes on with it. */
  | { kind: "kept"; nodeId: string }
  | { kind: "placed"; places: Readonly<Record<string, CanvasPoint>> };

export function beginDraft(
  services: readonly Service[],
  moved: CanvasContent["moved"] = {},
  { nodes: kept, lines, drawn }: Pick<CanvasContent, "nodes" | "lines" | "drawn"> = { nodes: [], lines: [] },
): Draft {
  const nodes = services.map((service) => {
    const mine = kept.find(({ serviceId }) => serviceId === service.serviceId);
    return mine ? follow(mine, service) : toServiceNode(service);
  });
  const known = new Set(services.map(({ serviceId }) => serviceId));
  const others = kept.filter(({ serviceId }) => serviceId === null || !known.has(serviceId));
  return beginHistory({ nodes: [...nodes, ...others.flatMap((node) => local(node) ?? [])], lines, drawn, moved });
}

function local(node: ServiceNode): ServiceNode | null {
  return node.serviceId === null ? node : unstore(node, isDirty(node));
}

/** What a change makes of the draft. */
export function changeDraft(draft: Draft, change: DraftChange): Draft {
  const { present } = draft;
  switch (change.kind) {
    case "added":
      return record(draft, {
        ...present,
        nodes: [...present.nodes, newServiceNode(change.nodeId, change.type)],
      });
    case "edited":
      return edit(draft, change.nodeId, change.values);
    case "applied": {
      const applied = applyEdits(present, change.edits);
      return record(draft, { ...applied, moved: { ...applied.moved, ...change.places } });
    }
    case "line-sending":
      return throughout(draft, (content) => ({ ...content, lines: withLineSave(content.lines, change) }));
    case "line-saved":
      return throughout(draft, (content) => ({ ...content, lines: withoutLine(content.lines, change.line) }));
    case "drawn":
      return draw(draft, change);
    case "drawn-sending":
      return throughout(draft, (content) => withSave(content, change.nodeId, change.save));
    case "drawn-saved":
      return throughout(draft, (content) => withoutDrawn(content, change));
    case "checked":
      return withPresent(draft, mapNodes(present, check));
    case "removed":
      return record(draft, removeNode(present, change.nodeId));
    case "deleting":
      return throughout(draft, (content) => ({
        ...content,
        deletingIds: [...(content.deletingIds ?? []), change.nodeId],
      }));
    case "deleted":
      return throughout(draft, (content) => removeNode(content, change.nodeId));
    case "moved":
      return record(draft, { ...present, moved: { ...present.moved, ...change.places } });
    case "undone":
      return undo(draft);
    case "redone":
      return redo(draft);
    case "reverted":
      return record(
        draft,
        mapNodes(present, (node) => (node.nodeId === change.nodeId ? (reset(node) ?? node) : node)),
      );
    case "discarded":
      return record(draft, {
        ...present,
        nodes: present.nodes.flatMap((node) => reset(node) ?? []),
        lines: [],
        drawn: {},
      });
    case "saving":
      return withNode(draft, change.nodeId, (node) => ({ ...node, state: "saving", failure: null }));
    case "failed":
      return withNode(draft, change.nodeId, (node) => ({ ...node, state: "error", failure: change.message }));
    case "saved":
      return throughout(draft, (content) => addSaved(content, draft.present, change));
    case "loaded":
      return throughout(draft, (content) => loadServices(content, change.services, change.said));
    case "drawn-deleted": {
      // What is taken away here as well is nobody else's doing.
      const gone = Object.entries(change.gone).filter(([nodeId]) => draft.present.drawn?.[nodeId] !== null);
      return throughout(draft, (content) => keepDeletedDrawn(content, gone, change.said));
    }
    case "kept":
      return throughout(draft, (content) => ({
        ...content,
        deletedIds: content.deletedIds?.filter((nodeId) => nodeId !== change.nodeId),
      }));
    case "told":
    case "untold":
    case "retold":
      return changeTold(draft, change);
    case "placed":
      return throughout(draft, (content) => ({ ...content, moved: { ...content.moved, ...change.places } }));
  }
}

function withSave(content: CanvasContent, nodeId: string, save: DrawnSave): CanvasContent {
  return { ...content, drawnSaves: { ...content.drawnSaves, [nodeId]: save } };
}

/** Typing in one of its texts goes on as one step. */
function draw(draft: Draft, { nodeId, values }: Extract<DraftChange, { kind: "drawn" }>): Draft {
  const { [nodeId]: _over, ...drawnSaves } = draft.present.drawnSaves ?? {};
  const present = { ...draft.present, drawnSaves };
  const before = present.drawn?.[nodeId];
  const drawn = { ...present.drawn, [nodeId]: values };
  if (values === null) return record(draft, { ...removeNode(present, nodeId), drawn });
  const typed = before && (["name", "technology"] as const).filter((field) => before[field] !== values[field]);
  const [field] = typed ?? [];
  const group =
    before && field && typed?.length === 1 && before.kind === values.kind
      ? { name: `${nodeId} ${field}`, isClosed: endsWord(before[field], values[field]) }
      : null;
  return record(draft, { ...present, drawn }, group);
}

/** What was typed since it was sent is not saved. */
function withoutDrawn(content: CanvasContent, { nodeId, values }: { nodeId: string; values: DrawnValues | null }) {
  const { [nodeId]: kept, ...drawn } = content.drawn ?? {};
  return kept !== undefined && sameDrawn(kept, values) ? { ...content, drawn } : content;
}

/** Until it is looked at: a node that was touched is configured, if badly. */
function stateWhileEdited(state: ServiceNode["state"]): ServiceNode["state"] {
  if (state === "error") return "unsaved";
  return state === "unconfigured" ? "invalid" : state;
}

/** Only typing in one text goes on as one step; a word that ends closes it. */
function edit(draft: Draft, nodeId: string, values: ServiceValues): Draft {
  const node = draft.present.nodes.find((one) => one.nodeId === nodeId);
  const fields = node ? changedFields(node.values, values) : [];
  if (!node || fields.length === 0) return draft;
  const state = stateWhileEdited(node.state);
  const edited = { ...node, values, state, failure: null };
  const nodes = draft.present.nodes.map((one) => (one === node ? edited : one));
  const moved = fields.includes("type") ? moveToRow(edited, { ...draft.present, nodes }) : draft.present.moved;
  return record(draft, { ...draft.present, nodes, moved }, typingGroup(node, values, fields));
}

/** A node of another type stands in another row: one that was moved goes there too, the others are laid out anew. */
function moveToRow({ nodeId, values }: ServiceNode, { nodes, moved }: CanvasContent): CanvasContent["moved"] {
  if (!moved[nodeId]) return moved;
  const others = nodes.filter((one) => one.nodeId !== nodeId);
  return { ...moved, [nodeId]: placeInRow(formOf(values), layOut(others.map(toLaidOut), moved).values()) };
}

/** What the rows go by. A service without a type is laid out as one that was just begun. */
export function toLaidOut({ nodeId, values }: ServiceNode): LaidOutNode {
  return { nodeId, form: formOf(values) };
}

function formOf({ type }: ServiceValues): LaidOutNode["form"] {
  return type ?? "frontend";
}

function typingGroup({ nodeId, values: before }: ServiceNode, after: ServiceValues, fields: (keyof ServiceValues)[]) {
  const [field, ...others] = fields;
  if (!field || others.length > 0) return null;
  const [from, to] = [before[field], after[field]];
  if (typeof from !== "string" || typeof to !== "string" || field === "type" || field === "source") return null;
  return { name: `${nodeId} ${field}`, isClosed: endsWord(from, to) };
}

/** The nodes that a save sends, in their order: what is stored already, or cannot be sent, is left out. */
export function listUnsaved(nodes: readonly ServiceNode[]): ServiceNode[] {
  return nodes.filter((node) => node.state !== "leaving" && isDirty(node) && isComplete(node));
}

/** The nodes that keep the others from being saved. */
export function listInvalid(nodes: readonly ServiceNode[]): ServiceNode[] {
  return nodes.filter((node) => node.state !== "leaving" && isDirty(node) && !isComplete(node));
}

/** The nodes that a save asks to delete. */
export function listLeaving(nodes: readonly ServiceNode[]): ServiceNode[] {
  return nodes.filter(({ state }) => state === "leaving");
}

function withNode(draft: Draft, nodeId: string, change: (node: ServiceNode) => ServiceNode): Draft {
  return withPresent(
    draft,
    mapNodes(draft.present, (node) => (node.nodeId === nodeId ? change(node) : node)),
  );
}

function withPresent(draft: Draft, present: CanvasContent): Draft {
  return present === draft.present ? draft : { ...draft, present };
}

function removeNode(content: CanvasContent, gone: string): CanvasContent {
  const lines = content.lines.filter(({ sourceId, targetId }) => sourceId !== gone && targetId !== gone);
  return { ...content, nodes: content.nodes.filter(({ nodeId }) => nodeId !== gone), lines };
}

function mapNodes(content: CanvasContent, change: (node: ServiceNode) => ServiceNode): CanvasContent {
  const nodes = content.nodes.map(change);
  return nodes.every((node, index) => node === content.nodes[index]) ? content : { ...content, nodes };
}

/** A saved node is there in every step, also in those from before it was added. */
function addSaved(
  content: CanvasContent,
  present: CanvasContent,
  { nodeId, service, sent }: Extract<DraftChange, { kind: "saved" }>,
): CanvasContent {
  const node = content.nodes.find((one) => one.nodeId === nodeId);
  if (node) return mapNodes(content, (one) => (one === node ? markSaved(one, service, sent) : one));
  const current = present.nodes.find((one) => one.nodeId === nodeId);
  return current ? { ...content, nodes: [...content.nodes, markSaved(current, service, sent)] } : content;
}

function reset(node: ServiceNode): ServiceNode | null {
  if (node.stored === null) return null;
  return isDirty(node) ? { ...node, values: node.stored, state: null, failure: null, contested: [] } : node;
}
