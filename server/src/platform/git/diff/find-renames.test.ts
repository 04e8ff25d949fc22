import { join } from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { findRenames } from "./find-renames.ts";

let repository: TestRepository;
beforeEach(async () => {
  repository = await createTestRepository();
});
afterEach(() => repository.remove());

const text = (name: string) => Array.from({ length: 20 }, (_, at) => `${name} ${at}\n`).join("");
const renames = (from: string, to: string) => findRenames(join(repository.path, ".git"), { from, to });

it("tells renamed files alone, with and without changes, whatever their names hold", async () => {
  const from = await repository.commit("files", {
    "src/tide.ts": text("tide"),
    '-quay\n"é".ts': text("quay"),
    "stays.ts": text("stays"),
    "goes.ts": "gone\n",
  });
  await repository.git("mv", "src/tide.ts", "src/ebb.ts");
  await repository.git("mv", "--", '-quay\n"é".ts', "lib quay.ts");
  await repository.git("rm", "-q", "goes.ts");
  const to = await repository.commit("moved", {
    "src/ebb.ts": `new\n${text("tide")}`,
    "stays.ts": `new\n${text("stays")}`,
    "other.ts": text("other"),
  });
  expect(await renames(from, to)).toEqual(
    new Map([
      ['-quay\n"é".ts', "lib quay.ts"],
      ["src/tide.ts", "src/ebb.ts"],
    ]),
  );
});

it("tells none of a commit that is not there, or of what is no commit's id", async () => {
  const commit = await repository.commit("files", { "a.ts": "a\n" });
  expect(await renames("0".repeat(40), commit)).toEqual(new Map());
  expect(await renames("--output=/tmp/x", commit)).toEqual(new Map());
});
