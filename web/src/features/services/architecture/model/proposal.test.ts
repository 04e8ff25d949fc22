import type { ArchitectureEdit } from "@cairn/contract/architecture-edits";
import type { Service } from "@cairn/contract/services";
import { expect, it } from "vitest";

import { listCanvasEdges } from "./canvas-edge.ts";
import { listCanvasNodes } from "./canvas-node.ts";
import { beginDraft, changeDraft, listLeaving } from "./draft.ts";
import { describeEdit } from "./edit-text.ts";
import {
  describeDraft,
  listPossible,
  listWithDependent,
  listWithNeeded,
  previewEdits,
  toPending,
  withEdgeMarks,
  withNodeMarks,
} from "./proposal.ts";
import type { PendingEdit } from "./proposal.ts";

const service = (projectServiceId: number, name: string, type: Service["type"]): Service => ({
  serviceId: `id-${name}`,
  projectServiceId,
  name,
  description: `Tells everybody about ${name}`,
  type,
  repository: null,
  isReadOnly: false,
  workingPath: "/",
});
const services = [service(1, "web", "frontend"), service(2, "api", "api")];
const [web, api] = services.map(({ serviceId }) => serviceId) as [string, string];
const draft = beginDraft(services);
const reason = null;
const edits: ArchitectureEdit[] = [
  { kind: "added", nodeId: "proposed-1", form: "database", name: "ledger", description: "", reason },
  { kind: "joined", sourceId: api, targetId: "proposed-1", stance: "allowed", reason },
  { kind: "renamed", nodeId: web, name: "shop", reason },
  { kind: "removed", nodeId: api, reason },
];
let count = 0;
const pending = toPending(edits, () => `id-${(count += 1)}`);
const [added, joined, renamed] = pending as [PendingEdit, PendingEdit, PendingEdit];

it("gives proposed nodes an id that stays theirs, also in the lines to them", () => {
  expect(added.edit).toMatchObject({ nodeId: "new-id-1" });
  expect(joined.edit).toMatchObject({ sourceId: api, targetId: "new-id-1" });
  expect(new Set(pending.map(({ key }) => key)).size).toBe(4);
});

it("accepts a line with the node it leads to, and refuses a node with its lines", () => {
  expect(listWithNeeded(pending, joined.key)).toEqual([added, joined]);
  expect(listWithNeeded(pending, added.key)).toEqual([added]);
  expect(listWithDependent(pending, added.key)).toEqual([added, joined]);
  expect(listWithDependent(pending, joined.key)).toEqual([joined]);
});

it("drops what is about nodes that went away meanwhile", () => {
  expect(listPossible(pending, [web])).toEqual([added, renamed]);
  expect(listPossible(pending, [web, api])).toEqual(pending);
});

it("draws what is proposed over what is there, with what would go still in sight", () => {
  const preview = previewEdits(draft.present, pending);
  const nodes = withNodeMarks(listCanvasNodes(preview, services), pending);
  expect(nodes.map(({ name, proposal }) => [name, proposal])).toEqual([
    ["shop", "changed"],
    ["api", "removed"],
    ["ledger", "added"],
  ]);
  expect(nodes[1]?.label).toMatch(/Removal proposed$/);
  const edges = withEdgeMarks(listCanvasEdges(undefined, nodes, preview.lines), [], [added, joined]);
  expect(edges).toMatchObject([{ sourceId: api, targetId: "new-id-1", proposal: "added", look: "planned" }]);
  expect(withEdgeMarks(edges, [], pending)).toMatchObject([{ proposal: "removed" }]);
  expect(describeDraft(preview, nodes, edges).nodes.map(({ name }) => name)).toEqual(["shop", "ledger"]);
});

it("takes accepted changes as one step that can be taken back", () => {
  const accepted = changeDraft(draft, { kind: "applied", edits: pending.map(({ edit }) => edit) });
  expect(accepted.present.nodes.map(({ values, state }) => [values.name, state])).toEqual([
    ["shop", "unsaved"],
    ["api", "leaving"],
    ["ledger", "invalid"],
  ]);
  // The line went with the node that is to be deleted.
  expect(accepted.present.lines).toEqual([]);
  expect(listLeaving(accepted.present.nodes)).toHaveLength(1);
  expect(changeDraft(accepted, { kind: "undone" }).present).toBe(draft.present);
});

it("keeps a line that is not saved until the server has just that", () => {
  const line = { sourceId: web, targetId: api, stance: "allowed" as const };
  const said = changeDraft(draft, { kind: "applied", edits: [{ kind: "joined", ...line, reason }] });
  expect(said.present.lines).toEqual([line]);
  expect(listCanvasEdges(undefined, listCanvasNodes(said.present, services), said.present.lines)).toMatchObject([
    { name: "web may use api", isUnsaved: true },
  ]);
  const other = changeDraft(said, { kind: "line-saved", line: { ...line, stance: "forbidden" } });
  expect(other.present.lines).toEqual([line]);
  const saved = changeDraft(said, { kind: "line-saved", line });
  expect(saved.present.lines).toEqual([]);
  expect(changeDraft(saved, { kind: "undone" }).present.lines).toEqual([]);
});

it("says each change in a sentence", () => {
  const names: Record<string, string> = { [web]: "web", [api]: "api" };
  const say = (edit: ArchitectureEdit) => describeEdit(edit, (nodeId) => names[nodeId] ?? "?");
  const ends = { sourceId: web, targetId: api, reason };
  expect([...edits.filter(({ kind }) => kind !== "joined"), ...more(ends)].map(say)).toEqual([
    "Add Database “ledger”",
    "Rename “web” to “shop”",
    "Remove “api”",
    "Connect “web” to “api”",
    "Forbid “web” to use “api”",
    "Take back the line from “web” to “api”",
    "Change the type of “web” to Library",
    "Describe “web”: Shows what can be bought",
    "Arrange all nodes",
  ]);
});

function more(ends: { sourceId: string; targetId: string; reason: null }): ArchitectureEdit[] {
  return [
    { kind: "joined", ...ends, stance: "allowed" },
    { kind: "joined", ...ends, stance: "forbidden" },
    { kind: "parted", ...ends },
    { kind: "retyped", nodeId: web, form: "library", reason },
    { kind: "described", nodeId: web, description: "Shows what can be bought", reason },
    { kind: "arranged", reason },
  ];
}

it("draws a proposed queue under an id that the server takes, brings it with its line, and lets it be renamed and removed", () => {
  const uuid = "5f0c1f6e-7a51-4c39-8d7e-2f1f0a1b2c3d";
  const asked = toPending(
    [
      { kind: "drawn", nodeId: "proposed-1", isNew: true, form: "queue", name: "jobs", technology: "Kafka", reason },
      { kind: "joined", sourceId: api, targetId: "proposed-1", stance: "allowed", reason },
      { kind: "drawn", nodeId: "proposed-1", isNew: false, form: "queue", name: "work", technology: "Kafka", reason },
    ],
    () => uuid,
  ).map((one, at) => ({ ...one, key: `key-${at}` }));
  const [queue, line, renamed] = asked as [PendingEdit, PendingEdit, PendingEdit];
  const nodeId = `drawn:${uuid}`;
  expect(asked.map(({ edit }) => ("targetId" in edit ? edit.targetId : "nodeId" in edit && edit.nodeId))).toEqual([
    nodeId,
    nodeId,
    nodeId,
  ]);
  expect(listWithNeeded(asked, line.key)).toEqual([queue, line]);
  expect(listWithDependent(asked, queue.key)).toEqual(asked);
  expect(listPossible(asked, [web, api])).toEqual(asked);
  expect(listPossible([renamed], [web, api])).toEqual([]);

  const nodes = withNodeMarks(listCanvasNodes(previewEdits(draft.present, asked), services), asked);
  expect(nodes.find((one) => one.nodeId === nodeId)).toMatchObject({
    label: "work, Queue, Unsaved, Proposed",
    proposal: "added",
    detail: "Kafka",
  });
  expect(describeDraft(previewEdits(draft.present, asked), nodes, []).nodes.at(-1)).toMatchObject({
    form: "queue",
    technology: "Kafka",
  });
  const accepted = changeDraft(draft, { kind: "applied", edits: asked.map(({ edit }) => edit) });
  expect(accepted.present.drawn).toEqual({ [nodeId]: { kind: "queue", name: "work", technology: "Kafka" } });
  expect(accepted.present.lines).toHaveLength(1);
  const removed = changeDraft(accepted, { kind: "applied", edits: [{ kind: "removed", nodeId, reason }] });
  expect(removed.present).toMatchObject({ drawn: { [nodeId]: null }, lines: [] });
  const texts = asked.map(({ edit }) => describeEdit(edit, () => "jobs"));
  expect([texts[0], texts[2]]).toEqual(["Draw Queue “jobs” (Kafka)", "Change “jobs” to Queue “work” (Kafka)"]);
});
