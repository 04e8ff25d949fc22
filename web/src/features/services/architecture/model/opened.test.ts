import type { ServiceModules } from "@cairn/contract/architecture-modules";
import { expect, it } from "vitest";

import { arrangeModules } from "./arrange-modules.ts";
import { nodeHeightPx, nodeWidthPx } from "./layout.ts";
import { frameOf, makeRoom, moduleHeightPx, moduleWidthPx } from "./opened.ts";
import type { OpenedState } from "./opened.ts";

const place = {
  repositoryId: "r",
  repositorySlug: "shop",
  branch: "main",
  commit: "c",
  path: "a.ts",
  startLine: 1,
  endLine: 1,
};
const modulesOf = (count: number) =>
  Array.from({ length: count }, (_none, at) => ({
    moduleId: `m${at}`,
    name: `part ${at}`,
    path: `${at}`,
    files: at,
    place,
  }));
const importing = (sourceId: string, targetId: string): ServiceModules["connections"][number] => {
  const derived = { kinds: ["import" as const], count: 1, certainty: "resolved" as const, evidence: [] };
  return { sourceId, targetId, derived };
};

async function open(count: number, connections: ServiceModules["connections"], most = 24) {
  const loaded: ServiceModules = { modules: modulesOf(count), moduleCount: count, connections, isCutOff: false };
  const state: OpenedState = { kind: "ready", loaded, ...(await arrangeModules(loaded, most)) };
  const frame = frameOf({ nodeId: "web", name: "web" }, state);
  if (frame === null) throw new Error("It is not open.");
  return frame;
}

it.each([1, 2, 5, 24, 60])("keeps %i modules apart from each other and within their frame", async (count) => {
  const chain = Array.from({ length: count - 1 }, (_none, at) => importing(`m${at}`, `m${(at * 7 + 1) % count}`));
  const { modules, width, height } = await open(count, chain, 60);
  expect(modules).toHaveLength(count);
  for (const [at, { place: one }] of modules.entries()) {
    expect(one.x).toBeGreaterThanOrEqual(0);
    expect(one.y).toBeGreaterThanOrEqual(40);
    expect(one.x + moduleWidthPx).toBeLessThanOrEqual(width);
    expect(one.y + moduleHeightPx).toBeLessThanOrEqual(height);
    for (const { place: other } of modules.slice(at + 1)) {
      const isApart = Math.abs(one.x - other.x) >= moduleWidthPx || Math.abs(one.y - other.y) >= moduleHeightPx;
      expect(isApart).toBe(true);
    }
  }
});

it("stands modules above what they import, and in rows where one row would be too wide", async () => {
  const [first, second] = (await open(2, [importing("m1", "m0")])).modules;
  expect(second!.place.y).toBeLessThan(first!.place.y);
  const fan = Array.from({ length: 20 }, (_none, at) => importing("m0", `m${at + 1}`));
  expect((await open(21, fan)).width).toBeLessThan(1_700);
});

it("shows the first of many, and says of how many", async () => {
  const { modules, countText, hiddenCount } = await open(60, []);
  expect([modules.length, countText, hiddenCount]).toEqual([24, "24 of 60 modules", 36]);
});

it("says in place of modules why there are none", () => {
  const node = { nodeId: "web", name: "web" };
  expect(frameOf(node, { kind: "loading" })).toBeNull();
  expect(frameOf(node, { kind: "failed", message: "The disk is full" })).toMatchObject({
    note: "The disk is full",
    hasFailed: true,
  });
  const loaded: ServiceModules = { modules: [], moduleCount: 0, connections: [], isCutOff: false };
  expect(frameOf(node, { kind: "ready", loaded, places: {}, shownIds: [] })).toMatchObject({ hasFailed: false });
});

const standing = (nodeId: string, x: number, y: number) => ({ nodeId, place: { x, y } });

it("makes room for frames to the right and below, and for nothing else", () => {
  const nodes = [
    standing("a", 0, 0),
    standing("b", 400, 0),
    standing("c", 0, 240),
    standing("d", 400, 240),
    standing("e", 0, -240),
  ];
  const size = { width: nodeWidthPx + 300, height: nodeHeightPx + 100 };
  expect(Object.fromEntries(makeRoom(nodes, new Map([["a", size]])))).toEqual({
    b: { x: 300, y: 0 },
    c: { x: 0, y: 100 },
    d: { x: 0, y: 100 },
  });
  // Two of one row push what is below as far as the taller one does.
  const taller = { width: nodeWidthPx, height: nodeHeightPx + 250 };
  const both = makeRoom(
    nodes,
    new Map([
      ["a", size],
      ["b", taller],
    ]),
  );
  expect(both.get("d")).toEqual({ x: 0, y: 250 });
  expect(makeRoom(nodes, new Map()).size).toBe(0);
});
