import type { ArchitectureChange } from "@cairn/contract/architecture-changes";
import { expect, it } from "vitest";

import { changesBetween, listCommits } from "./compare-changes.ts";

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
  isCommitKnown: true,
  sinceCommit: null,
  author: "Mara Quay",
  subject: "Pay by card",
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
  changesBetween(changes, { from, to }).map(({ change: what, targetName }) => `${what} ${targetName}`);

it("lists each commit once, the newest first", () => {
  expect(listCommits(changes).map(({ commit }) => commit)).toEqual(["c", "b", "a"]);
});

it("tells all that the commits from one to another changed, also what came and went in between", () => {
  expect(said("a", "c")).toEqual(["vanished bills", "appeared bills", "appeared orders", "vanished quays"]);
  expect(said("b", "b")).toEqual(["appeared bills", "appeared orders"]);
  expect(said("c", "c")).toEqual(["vanished bills"]);
});

it("takes the two commits in either order", () => {
  expect(said("c", "a")).toEqual(said("a", "c"));
});
