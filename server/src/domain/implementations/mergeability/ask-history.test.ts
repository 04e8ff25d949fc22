import { afterAll, beforeAll, expect, it } from "vitest";

import { countGit } from "#server/domain/implementations/testing/counted-git.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { isHeldBy } from "./ask-history.ts";
import { countDropped } from "./count-dropped.ts";

let repository: TestRepository;
beforeAll(async () => {
  repository = await createTestRepository();
});
afterAll(() => repository.remove());

it("asks about the rows of a list by few programs at once, and about the same commits one time", async () => {
  const commits: string[] = [];
  for (let at = 0; at < 9; at += 1) commits.push(await repository.commit(`Commit ${at}`));
  const directory = `${repository.path}/.git`;
  const [first = "", ...later] = commits;
  const git = await countGit(["log", "merge-base"]);
  const ask = async () =>
    await Promise.all(
      later.flatMap((tip) => [
        isHeldBy(directory, { head: first, tip }),
        countDropped(directory, { base: tip, tip: first }),
      ]),
    );
  const answers = later.flatMap((_, at) => [true, at + 1]);
  expect(await ask()).toEqual(answers);
  const { started, most } = await git.count();
  expect(started).toBe(16);
  expect(most).toBeLessThanOrEqual(4);
  expect(await ask()).toEqual(answers);
  expect(await isHeldBy(directory, { head: later.at(-1) ?? "", tip: first })).toBe(false);
  expect(await git.count()).toMatchObject({ started: 17 });
  await git.remove();
});
