import { expect, it } from "vitest";

import type { CanvasNode } from "./canvas-node.ts";
import type { NodeForm } from "./layout.ts";
import { matchNodes, nextOrder, sortNodes } from "./sort-nodes.ts";

const node = (name: string, form: NodeForm = "api", detail: string | null = null): CanvasNode => ({
  nodeId: name,
  graphId: name,
  form,
  name,
  detail,
  state: null,
  place: { x: 0, y: 0 },
  label: name,
});
const nodes = [node("part 10"), node("Café", "frontend"), node("part 9", "store", "PostgreSQL"), node("my part 1")];
const namesOf = (some: readonly CanvasNode[]) => some.map(({ name }) => name);

it("puts nodes in the order of a column as people count, and what says nothing there last", () => {
  expect(namesOf(sortNodes(nodes, null))).toEqual(namesOf(nodes));
  const byName = nextOrder(null, "name");
  expect(namesOf(sortNodes(nodes, byName))).toEqual(["Café", "my part 1", "part 9", "part 10"]);
  const down = nextOrder(byName, "name");
  expect(namesOf(sortNodes(nodes, down))).toEqual(["part 10", "part 9", "my part 1", "Café"]);
  expect(nextOrder(down, "name")).toBeNull();
  expect(namesOf(sortNodes(nodes, { column: "code", isDescending: true }))[0]).toBe("part 9");
  expect(namesOf(sortNodes(nodes, { column: "code", isDescending: false }))[0]).toBe("part 9");
  expect(namesOf(sortNodes(nodes, { column: "type", isDescending: true }))[0]).toBe("part 9");
});

it("finds nodes by words of their name, type and code, those first whose name begins so", () => {
  expect(namesOf(matchNodes(nodes, "part"))).toEqual(["part 9", "part 10", "my part 1"]);
  expect(namesOf(matchNodes(nodes, " cafe "))).toEqual(["Café"]);
  expect(namesOf(matchNodes(nodes, "store postgres"))).toEqual(["part 9"]);
  expect(namesOf(matchNodes(nodes, ""))).toEqual(namesOf(nodes));
  expect(matchNodes(nodes, "nothing")).toEqual([]);
});
