import { join } from "node:path";

import { expect, it } from "vitest";

import { makeRepository } from "#server/code-index/testing/make-repository.ts";

import { compareLines } from "./compare-lines.ts";

it("reads a change once, however often somebody asks", async () => {
  const repository = makeRepository();
  const base = repository.commit({ "a.ts": "export {};\n" });
  const head = repository.commit({ "src/z.test.ts": "it.skip('opens', () => {});\n" });
  const commits = { directory: join(repository.directory, ".git"), base, head };
  const { signal } = new AbortController();
  const [first, second] = await Promise.all([compareLines(commits, { signal }), compareLines(commits, { signal })]);
  expect(first.risks).toMatchObject([{ kind: "tests", text: "Skips tests in `src/z.test.ts`" }]);
  expect(second).toBe(first);
  repository.remove();
  expect(await compareLines(commits, { signal })).toBe(first);
});
