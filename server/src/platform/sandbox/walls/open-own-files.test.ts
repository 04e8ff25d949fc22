import { chmod, mkdtemp, mkdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { openOwnFiles } from "./open-own-files.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-own-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

it("lets everybody read files, start programs and pass through folders that were checked out for one alone", async () => {
  const [text, program, etc] = [join(folder, "passwd"), join(folder, "node"), join(folder, "etc")];
  await writeFile(text, "");
  await writeFile(program, "");
  await mkdir(etc);
  await chmod(text, 0o600);
  await chmod(program, 0o700);
  await chmod(etc, 0o700);
  expect(openOwnFiles([text, program, etc])).toEqual([]);
  expect(await Promise.all([text, program, etc].map(modeOf))).toEqual(["644", "755", "755"]);
});

it("names what it cannot open", () => {
  // Nobody changes the modes of what the kernel shows of itself.
  expect(openOwnFiles(["/proc/self/mem", "/proc/self/status"])).toEqual(["/proc/self/mem"]);
});
