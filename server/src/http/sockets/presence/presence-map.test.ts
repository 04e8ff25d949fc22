import { expect, it } from "vitest";

import {
  placeKey,
  PresenceMap,
  presenceLifetimeMs,
  type CanvasViewing,
  type TaskViewing,
  type ViewedScreen,
} from "./presence-map.ts";

const viewing = (change: Partial<TaskViewing> = {}): TaskViewing => ({
  socketId: "s-1",
  userId: "u-1",
  projectId: "p-1",
  taskId: "t-1",
  field: null,
  ...change,
});
const onCanvas = (change: Partial<CanvasViewing> = {}): CanvasViewing => ({
  socketId: "s-1",
  userId: "u-1",
  projectId: "p-1",
  canvas: "architecture",
  nodeId: null,
  isEditing: false,
  ...change,
});
const keysOf = (changed: readonly ViewedScreen[]) => changed.map(placeKey);

it("names the places whose people a change is about, and none where nothing changed", () => {
  const map = new PresenceMap();
  expect(keysOf(map.put("a", viewing(), 0))).toEqual(["t-1"]);
  expect(keysOf(map.put("a", viewing(), 1))).toEqual([]);
  expect(keysOf(map.put("a", viewing({ field: "title" }), 2))).toEqual(["t-1"]);
  expect(keysOf(map.put("a", viewing({ taskId: "t-2" }), 3))).toEqual(["t-1", "t-2"]);
  expect(keysOf(map.put("a", onCanvas(), 4))).toEqual(["t-2", "architecture"]);
  expect(keysOf(map.put("a", onCanvas({ nodeId: "n-1" }), 5))).toEqual(["architecture"]);
  expect(keysOf(map.put("a", onCanvas({ nodeId: "n-1", isEditing: true }), 6))).toEqual(["architecture"]);
  expect(keysOf(map.put("a", onCanvas({ nodeId: "n-1", isEditing: true }), 7))).toEqual([]);
  expect(keysOf(map.remove("s-1"))).toEqual(["architecture"]);
  expect(keysOf(map.remove("s-1"))).toEqual([]);
});

it("forgets what another process no longer repeats, and keeps its own and what was repeated", () => {
  const map = new PresenceMap();
  map.put("own", viewing({ socketId: "s-own" }), 0);
  map.put("dead", viewing({ socketId: "s-dead" }), 0);
  map.put("alive", viewing({ socketId: "s-alive" }), 0);
  map.put("alive", viewing({ socketId: "s-alive" }), presenceLifetimeMs);
  expect(keysOf(map.expire("own", presenceLifetimeMs + 1))).toEqual(["t-1"]);
  expect(map.listAt(viewing()).map(({ socketId }) => socketId)).toEqual(["s-own", "s-alive"]);
});

it("shows a task of one product to nobody who names it in another", () => {
  const map = new PresenceMap();
  map.put("a", viewing(), 0);
  map.put("a", viewing({ socketId: "s-2", projectId: "p-2" }), 0);
  expect(map.listAt({ projectId: "p-2", taskId: "t-1" }).map(({ socketId }) => socketId)).toEqual(["s-2"]);
});

it("keeps the canvases of two products apart, which are called the same", () => {
  const map = new PresenceMap();
  map.put("a", onCanvas(), 0);
  map.put("a", onCanvas({ socketId: "s-2", projectId: "p-2" }), 0);
  const there = map.listAt({ projectId: "p-2", canvas: "architecture" });
  expect(there.map(({ socketId }) => socketId)).toEqual(["s-2"]);
});
