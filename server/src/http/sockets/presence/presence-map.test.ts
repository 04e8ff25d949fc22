import { expect, it } from "vitest";

import { PresenceMap, presenceLifetimeMs, type Viewing } from "./presence-map.ts";

const viewing = (change: Partial<Viewing> = {}): Viewing => ({
  socketId: "s-1",
  userId: "u-1",
  projectId: "p-1",
  taskId: "t-1",
  field: null,
  ...change,
});
const tasksOf = (changed: readonly { taskId: string }[]) => changed.map(({ taskId }) => taskId);

it("names the tasks whose viewers a change is about, and none where nothing changed", () => {
  const map = new PresenceMap();
  expect(tasksOf(map.put("a", viewing(), 0))).toEqual(["t-1"]);
  expect(tasksOf(map.put("a", viewing(), 1))).toEqual([]);
  expect(tasksOf(map.put("a", viewing({ field: "title" }), 2))).toEqual(["t-1"]);
  expect(tasksOf(map.put("a", viewing({ taskId: "t-2" }), 3))).toEqual(["t-1", "t-2"]);
  expect(tasksOf(map.remove("s-1"))).toEqual(["t-2"]);
  expect(tasksOf(map.remove("s-1"))).toEqual([]);
});

it("forgets what another process no longer repeats, and keeps its own and what was repeated", () => {
  const map = new PresenceMap();
  map.put("own", viewing({ socketId: "s-own" }), 0);
  map.put("dead", viewing({ socketId: "s-dead" }), 0);
  map.put("alive", viewing({ socketId: "s-alive" }), 0);
  map.put("alive", viewing({ socketId: "s-alive" }), presenceLifetimeMs);
  expect(tasksOf(map.expire("own", presenceLifetimeMs + 1))).toEqual(["t-1"]);
  expect(map.listAt(viewing()).map(({ socketId }) => socketId)).toEqual(["s-own", "s-alive"]);
});

it("shows a task of one product to nobody who names it in another", () => {
  const map = new PresenceMap();
  map.put("a", viewing(), 0);
  map.put("a", viewing({ socketId: "s-2", projectId: "p-2" }), 0);
  expect(map.listAt({ projectId: "p-2", taskId: "t-1" }).map(({ socketId }) => socketId)).toEqual(["s-2"]);
});
