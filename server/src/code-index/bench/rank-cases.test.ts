import { afterEach, beforeEach, expect, it } from "vitest";

import { gitDirectorySource } from "#server/code-index/testing/git-directory-source.ts";
import { makeRepository } from "#server/code-index/testing/make-repository.ts";
import type { BareTestRepository } from "#server/code-index/testing/make-repository.ts";

import { makeLocalisationSet } from "./rank-cases.ts";

let repository: BareTestRepository;

beforeEach(() => {
  repository = makeRepository();
});

afterEach(() => repository.remove());

it("asks for what commits changed of a snapshot that knows none of them", async () => {
  const { directory } = repository;
  for (let number = 0; number < 6; number += 1) repository.commit({ [`src/part${number}.ts`]: "export {};\n" });
  const snapshot = repository.commit({ "src/last.ts": "export {};\n" }, "The snapshot");
  const fix = repository.commit(
    { "src/last.ts": "export const one = 1;\n", "src/last.test.ts": "", "src/new.ts": "" },
    "Count from one\n\nZero was never meant.\n\nSigned-off-by: Ada <ada@example.com>",
  );
  repository.commit({ "src/new.ts": "export const two = 2;\n" }, "A file that the snapshot lacks");
  repository.commit({ "src/part1.ts": "export const version = 2;\n" }, "chore(release): 2.0.0");
  repository.commit({ "README.md": "# Words\n" }, "Only words");
  repository.commit(
    Object.fromEntries(Array.from({ length: 11 }, (_, number) => [`src/part${number}.ts`, "// all"])),
    "Everywhere",
  );
  const input = { source: gitDirectorySource(directory), directory: `${directory}/.git`, commits: 5 };
  const messages = await makeLocalisationSet({ ...input, words: "message" });
  expect(messages).toEqual({
    commit: snapshot,
    cases: [{ id: fix, query: "Count from one\n\nZero was never meant.", gold: ["src/last.ts"] }],
  });
  const subjects = await makeLocalisationSet({ ...input, words: "subject" });
  expect(subjects.cases).toEqual([{ id: fix, query: "Count from one", gold: ["src/last.ts"] }]);
});

it("divides a short history in two", async () => {
  const commits = [1, 2, 3, 4, 5].map((number) =>
    repository.commit({ "a.ts": `// ${number}` }, `Change number ${number}`),
  );
  const { directory } = repository;
  const input = { source: gitDirectorySource(directory), directory: `${directory}/.git`, words: "subject" } as const;
  const { commit, cases } = await makeLocalisationSet(input);
  expect(commit).toBe(commits[2]);
  expect(cases.map(({ id }) => id).sort()).toEqual(commits.slice(3).sort());
});
