import { afterAll, beforeAll, expect, it } from "vitest";

import { countGit } from "#server/domain/implementations/testing/counted-git.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { countKeptBytes, digestChange } from "./digest-change.ts";

let repository: TestRepository;
beforeAll(async () => {
  repository = await createTestRepository();
});
afterAll(() => repository.remove());

async function digestOf(before: Record<string, string>, after: Record<string, string>) {
  const baseOid = await repository.commit("Before", before);
  const headOid = await repository.commit("After", after);
  return await digestChange(`${repository.path}/.git`, { baseOid, headOid }, new AbortController());
}

/** Every second line of it can be another one. */
const text = (sign: string) =>
  Array.from({ length: 2_000 }, (_, at) => (at % 2 === 0 ? `line ${at}` : `${sign} ${"of the tide ".repeat(30)}`)).join(
    "\n",
  );

it("keeps of files that are no code where they change, and not what they say", async () => {
  const digest = await digestOf({ "docs/tide.txt": text("low") }, { "docs/tide.txt": text("high") });
  expect(digest.files).toMatchObject([{ path: "docs/tide.txt", status: "modified" }]);
  expect(digest.files[0]?.hunks).toHaveLength(1_000);
  expect(digest.files[0]?.hunks[1]).toEqual({ oldStart: 4, oldLines: 1 });
  expect(JSON.stringify(digest)).not.toContain("of the tide");
});

it("counts all that is kept of a change", async () => {
  const texts = await digestOf({ "docs/bell.txt": text("low") }, { "docs/bell.txt": text("high") });
  const code = (sign: string) =>
    Array.from({ length: 500 }, (_, at) => `/** ${sign} */\nexport const tideOfHarbour${at} = "${sign}";\n`).join("\n");
  const program = await digestOf({ "src/bell.ts": code("low") }, { "src/bell.ts": code("high") });
  const many = (sign: string) =>
    Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`docs/${"quay/".repeat(30)}${at}.txt`, sign]));
  const paths = await digestOf(many("low"), many("high"));
  expect(program.written).toMatchObject([{ path: "src/bell.ts" }]);
  for (const digest of [texts, program, paths]) {
    const kept = JSON.stringify(digest, (_key, value: unknown) => (value instanceof Set ? [...value] : value));
    expect(kept.length).toBeGreaterThan(30_000);
    expect(countKeptBytes(digest)).toBeGreaterThan(kept.length);
  }
});

it("reads few changes at once, whoever asks, and begins nothing for whoever has left", async () => {
  const heads: string[] = [];
  for (let at = 0; at < 8; at += 1) heads.push(await repository.commit(`Bell ${at}`, { "docs/bell.txt": `${at}` }));
  const [baseOid = "", ...later] = heads;
  const git = await countGit(["diff-tree"]);
  const directory = `${repository.path}/.git`;
  const gone = digestChange(directory, { baseOid, headOid: later.pop() ?? "" }, { signal: AbortSignal.abort() });
  await expect(gone).rejects.toThrow("aborted");
  await Promise.all(later.map((headOid) => digestChange(directory, { baseOid, headOid }, new AbortController())));
  const { started, most } = await git.count();
  expect(started).toBe(6);
  expect(most).toBeLessThanOrEqual(2);
  await git.remove();
});
