import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { headOfBundle, readBundleHeader } from "./bundle-header.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "cairn-header-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const oid = "a".repeat(40);
const other = "b".repeat(40);

async function read(names: readonly string[]): Promise<string> {
  const file = path.join(folder, "code.bundle");
  await writeFile(file, ["# v2 git bundle", ...names, "", "PACK and its bytes"].join("\n"));
  return await readBundleHeader(file);
}

const tags = (count: number) => Array.from({ length: count }, (_, at) => `${other} refs/tags/v${at}-${"x".repeat(40)}`);

it("finds the branch of HEAD behind thousands of other names", async () => {
  const header = await read([`${other} refs/heads/first`, `${oid} refs/heads/second`, ...tags(4_000), `${oid} HEAD`]);
  expect(header.length).toBeGreaterThan(300_000);
  expect(headOfBundle(header)).toBe("second");
  expect(header).not.toContain("PACK");
});

it("refuses more names than are unpacked, in words", async () => {
  for (const count of [5_001, 60_000])
    await expect(read(tags(count))).rejects.toMatchObject({
      code: "unprocessable",
      message: expect.stringContaining("more than 5,000 branches and tags") as string,
    });
});
