import { execFileSync } from "node:child_process";
import { link, mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { measureFolder, walkFolder } from "./watch-disk.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "cairn-measure-"));
  await mkdir(path.join(folder, "a/b/c"), { recursive: true });
  for (let at = 0; at < 40; at += 1) await writeFile(path.join(folder, "a/b", `f${at}`), "x".repeat(at * 1000));
  await link(path.join(folder, "a/b/f9"), path.join(folder, "a/again"));
  await symlink("/usr", path.join(folder, "a/link"));
});
afterAll(() => void execFileSync("rm", ["-rf", folder]));

it.runIf(process.platform === "linux")("counts where there is no du of GNU's as that does", async () => {
  expect(await walkFolder(folder)).toEqual(await measureFolder(folder));
});

it("has no answer for what is deeper than a path can name", async () => {
  const name = "d".repeat(200);
  const deep = path.join(folder, "deep");
  await mkdir(deep);
  const parts = Array.from({ length: 22 }, () => name);
  const [near, far] = [path.join(deep, ...parts.slice(0, 11)), parts.slice(11)];
  await mkdir(near, { recursive: true });
  const before = process.cwd();
  process.chdir(near);
  try {
    await mkdir(path.join(...far), { recursive: true });
  } finally {
    process.chdir(before);
  }
  await expect(walkFolder(folder)).rejects.toMatchObject({ code: "ENAMETOOLONG" });
});
