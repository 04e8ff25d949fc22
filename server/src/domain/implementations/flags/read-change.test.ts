import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { expect, it } from "vitest";

import { makeRepository } from "#server/code-index/testing/make-repository.ts";

import { workOnChange } from "./read-change.ts";

it("holds two changes at once until they are worked on, and lets others in also after a failure", async () => {
  const repository = makeRepository();
  const base = repository.commit({ "a.ts": "export {};\n" });
  const head = repository.commit({ "b.ts": "export {};\n" });
  const commits = { directory: join(repository.directory, ".git"), base, head };
  let held = 0;
  const most: number[] = [];
  const work = async (at: number) =>
    await workOnChange(commits, {}, async ({ files }) => {
      held += 1;
      most.push(held);
      await setTimeout(30);
      held -= 1;
      if (at === 0) throw new Error("The first does not succeed.");
      return files.length;
    });
  const ends = await Promise.allSettled([0, 1, 2, 3, 4].map(work));
  repository.remove();
  expect(ends.map((end) => (end.status === "fulfilled" ? end.value : null))).toEqual([null, 1, 1, 1, 1]);
  expect(Math.max(...most)).toBe(2);
});
