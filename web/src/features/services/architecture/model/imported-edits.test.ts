import type { ProposedNode } from "@cairn/contract/architecture-import";
import { expect, it } from "vitest";

import { detectSource, toImportedEdits } from "./imported-edits.ts";

const node = (key: string, change: Partial<ProposedNode> = {}): ProposedNode => ({
  key,
  kind: "service",
  name: key,
  technology: null,
  nodeId: null,
  line: 3,
  ...change,
});
const edge = (sourceKey: string, targetKey: string, isDrawn = false) => {
  return { sourceKey, targetKey, text: "HTTPS", line: 7, isDrawn };
};

it("proposes what is not there, and lines between what is known", () => {
  const { edits, notes } = toImportedEdits({
    nodes: [node("web", { nodeId: "id-web" }), node("orders", { technology: "node:24" })],
    edges: [edge("web", "orders"), edge("orders", "web", true)],
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
    nodes: [node("web", { nodeId: "id-web" }), node("berths", { kind: "store" }), node("x", { name: "x" })],
    edges: [edge("web", "berths")],
    problems: [],
  });
  expect(edits).toEqual([]);
  expect(notes).toEqual([
    "Everything else that it says is there already.",
    "Left out, because it cannot be added by hand: “berths” (Store), “x” (its name).",
  ]);
});

it("tells a compose file from the DSL", () => {
  expect(detectSource('workspace "Shop" {\n  model {\n')).toBe("structurizr");
  expect(detectSource("shop = softwareSystem Shop {\n")).toBe("structurizr");
  expect(detectSource("services:\n  web:\n    image: nginx\n")).toBe("compose");
});
