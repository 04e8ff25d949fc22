import type { ProposedEdge, ProposedNode } from "@cairn/contract/architecture-import";
import { expect, it } from "vitest";

import { detectSource, toImportedEdits } from "./imported-edits.ts";

const node = (key: string, change: Partial<ProposedNode> = {}): ProposedNode => ({
  key,
  kind: "service",
  name: key,
  technology: null,
  type: null,
  description: "",
  nodeId: null,
  line: 3,
  ...change,
});
const edge = (sourceKey: string, targetKey: string, change: Partial<ProposedEdge> = {}): ProposedEdge => {
  return { sourceKey, targetKey, text: "HTTPS", line: 7, stance: "allowed", isDrawn: false, ...change };
};

it("proposes what is not there, and lines between what is known", () => {
  const { edits, notes } = toImportedEdits({
    nodes: [node("web", { nodeId: "id-web" }), node("orders", { technology: "node:24" })],
    edges: [edge("web", "orders"), edge("orders", "web", { isDrawn: true })],
    problems: [{ line: 9, reason: "Views are not read" }],
  });
  expect(edits).toEqual([
    {
      kind: "added",
      nodeId: "proposed-orders",
      form: "api",
      name: "orders",
      description: "",
      reason: "Line 3: node:24",
    },
    {
      kind: "joined",
      sourceId: "id-web",
      targetId: "proposed-orders",
      stance: "allowed",
      reason: "Line 7: HTTPS",
    },
  ]);
  expect(notes).toEqual(["Line 9: Views are not read."]);
});

it("tells what it left out, with the lines to it, and when nothing is new", () => {
  const { edits, notes } = toImportedEdits({
    nodes: [node("web", { nodeId: "id-web" }), node("x", { name: "x" })],
    edges: [edge("web", "x")],
    problems: [],
  });
  expect(edits).toEqual([]);
  expect(notes).toEqual([
    "Everything else that it says is there already.",
    "Left out, because its name cannot be kept: “x”.",
  ]);
  const same = toImportedEdits({ nodes: [node("web", { nodeId: "id-web" })], edges: [], problems: [] });
  expect(same.notes).toEqual(["All that it says is there already."]);
});

it("names the line of each thing that it left out, those with the same reason together", () => {
  const notesOf = (problems: { line: number; reason: string }[]) =>
    toImportedEdits({ nodes: [], edges: [], problems }).notes;
  const views = [12, 4, 9].map((line) => ({ line, reason: "Views are not read" }));
  expect(notesOf(views)).toEqual(["Lines 4, 9 and 12: Views are not read."]);
  const all = Array.from({ length: 15 }, (_unused, at) => ({ line: at + 1, reason: `Reason ${at}` }));
  expect(notesOf(all).slice(-2)).toEqual(["Line 12: Reason 11.", "Lines 13, 14 and 15: left out or not understood."]);
  const most = Array.from({ length: 60 }, (_unused, at) => ({ line: at + 1, reason: "Views are not read" }));
  expect(notesOf(most)).toHaveLength(1);
  expect(notesOf(most)[0]).toMatch(/^Lines 1, 2, .* 20 and 40 more: Views are not read\.$/);
});

it("keeps types, descriptions, stores and what is forbidden; what is only in the code is proposed to nobody", () => {
  const description = "Takes orders and tells the harbour about them.";
  const { edits, notes } = toImportedEdits({
    nodes: [
      node("web", { type: "frontend", description }),
      node("berths", { kind: "store", technology: "PostgreSQL" }),
      node("mail", { nodeId: "id-mail" }),
    ],
    edges: [
      edge("web", "berths", { stance: "forbidden" }),
      edge("web", "mail", { stance: null }),
      edge("mail", "berths"),
    ],
    problems: [],
  });
  expect(edits).toMatchObject([
    { kind: "added", form: "frontend", name: "web", description },
    { kind: "drawn", nodeId: "proposed-berths", isNew: true, form: "store", name: "berths", technology: "PostgreSQL" },
    { kind: "joined", sourceId: "proposed-web", targetId: "proposed-berths", stance: "forbidden" },
    { kind: "joined", sourceId: "id-mail", targetId: "proposed-berths", stance: "allowed" },
  ]);
  expect(notes).toEqual([]);
});

it("tells a compose file from the DSL", () => {
  expect(detectSource('workspace "Shop" {\n  model {\n')).toBe("structurizr");
  expect(detectSource("shop = softwareSystem Shop {\n")).toBe("structurizr");
  expect(detectSource("services:\n  web:\n    image: nginx\n")).toBe("compose");
});
