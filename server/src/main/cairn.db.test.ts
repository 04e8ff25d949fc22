import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { validation } from "@cairn/contract/texts";
import { afterAll, beforeAll, expect, it } from "vitest";

import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

const program = new URL("./cairn.ts", import.meta.url).pathname;
let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), "cairn-command-"));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function run(...args: string[]) {
  const env = { PATH: process.env.PATH, DATA_DIR: folder, DATABASE_URL: database.connectionString };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { env, encoding: "utf8" });
  return { status, said: `${stdout}${stderr}` };
}

it.each(["constructor", "user", "user constructor", "user create a@example.test", "user delete"])(
  "%j is no command, and the help says which there are",
  (line) => {
    const { status, said: output } = run(...line.split(" "));
    expect(status).toBe(1);
    expect(output).toMatch(/^npm run cairn -- <command>/);
  },
);

it("tells every mistake in what was typed in plain words", () => {
  const { status, said: output } = run("user", "create", "nobody", "Good-pass-1", "Ada", "Lovelace");
  expect({ status, said: output.trim() }).toEqual({ status: 1, said: validation.emailInvalid });
});
