import type { ArchitectureChange } from "@cairn/contract/architecture-changes";
import { expect, it } from "vitest";

import { compareCommits, listCommits } from "./compare-changes.ts";

const change = (minute: number, commit: string, what: "appeared" | "vanished", target: string): ArchitectureChange => ({
  changeId: `${minute}`,
  change: what,
  sourceId: "web",
  targetId: target,
  sourceName: "web",
  targetName: target,
  kinds: ["call"],
  drift: null,
  repositoryId: "r",
  repositorySlug: "shop",
  commit,
  evidence: [],
  foundAt: `2026-11-29T08:${minute}:00.000Z`,
});
const changes = [
  change(40, "c", "vanished", "bills"),
  change(30, "b", "appeared", "bills"),
  change(30, "b", "appeared", "orders"),
  change(20, "a", "vanished", "quays"),
];
const said = (from: string, to: string) =>
  compareCommits(changes, { from, to }).map(({ change: what, targetName }) => `${what} ${targetName}`);

it("lists each commit once, the newest first", () => {
  expect(listCommits(changes).map(({ commit }) => commit)).toEqual(["c", "b", "a"]);
});

it("tells what is different after one commit from what was there before another", () => {
  expect(said("a", "c")).toEqual(["appeared orders", "vanished quays"]);
  expect(said("b", "b")).toEqual(["appeared bills", "appeared orders"]);
  expect(said("c", "c")).toEqual(["vanished bills"]);
});

it("takes the two commits in either order", () => {
  expect(said("c", "a")).toEqual(said("a", "c"));
});
