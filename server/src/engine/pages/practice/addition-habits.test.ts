import { expect, it } from "vitest";

import type { CommitRecord } from "#server/git-source.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { lastAdditions } from "./addition-habits.ts";

const commitOf = (path: string): CommitRecord => ({
  oid: path,
  authorName: "Jo",
  authorEmail: "jo@quay.example",
  committedAt: "2026-01-01T08:00:00Z",
  subject: `Add ${path}`,
  body: "",
  paths: [path],
});

it("finds the last of a large kind that came one by one, in time that grows with their number alone", () => {
  const members = Array.from({ length: 40_000 }, (_, at) => ({ path: `src/boats/b${at}.ts`, stem: `b${at}` }));
  const commits = members.map(({ path }) => commitOf(path));
  const births = new Map(members.map(({ path }, at) => [path, commits[at] ?? commitOf(path)]));
  births.set("src/boats/b1.ts", births.get("src/boats/b0.ts") ?? commitOf("none"));
  const order = new Map(commits.map((commit, at) => [commit, at]));
  const elapsed = startCpuClock();
  const found = lastAdditions({ shape: "src/boats/….ts", noun: "boat", members }, births, order);
  expect(elapsed()).toBeLessThan(1500);
  expect(found.map(({ stem }) => stem)).toEqual(["b2", "b3", "b4", "b5"]);
});
