import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { AppError } from "@cairn/contract/errors";
import { DrizzleQueryError } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";

import { listSecrets, Secret } from "#server/platform/secrets/secret.ts";

import { createLogger } from "./logger.ts";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), "cairn-logger-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** The one line that is written of an error. */
async function lineOf(error: unknown): Promise<string> {
  const destination = path.join(directory, "log.txt");
  await writeFile(destination, "");
  createLogger({ level: "debug", destination }).error({ error }, "request failed");
  await expect.poll(() => readFile(destination, "utf8")).toContain("request failed");
  return readFile(destination, "utf8");
}

it("tells what went wrong, where, and why", async () => {
  const cause = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const line = await lineOf(new AppError("unavailable", { message: "The database cannot be reached", cause }));
  const { error } = JSON.parse(line) as { error: Record<string, unknown> };
  expect(error).toMatchObject({ type: "AppError", code: "unavailable", message: "The database cannot be reached" });
  expect(error["cause"]).toMatchObject({ code: "ECONNREFUSED", message: "connect ECONNREFUSED" });
  expect(error["stack"]).toContain("logger.test.ts");
});

it("hides a secret that somebody else's text repeats", async () => {
  const settings = {
    models: { apiKey: new Secret('key-"canary"-1'), others: [null, { url: new Secret("canary-2") }] },
  };
  const destination = path.join(directory, "log.txt");
  const log = createLogger({ level: "debug", destination, secrets: listSecrets(settings) });
  const cause = new Error('Incorrect key: key-"canary"-1 at canary-2');
  log.error({ error: new AppError("vendor_failed", { message: "The model refused", cause }) }, "an answer failed");
  await expect.poll(() => readFile(destination, "utf8").catch(() => "")).toContain("an answer failed");
  const line = await readFile(destination, "utf8");
  expect(JSON.parse(line)).toMatchObject({ error: { cause: { message: "Incorrect key: [redacted] at [redacted]" } } });
  expect(line).not.toContain("canary");
});

it("names a failed statement without the values it was given, however deep it lies", async () => {
  const detail = "Failing row contains (a-canary).";
  const cause = Object.assign(new Error("null value in column"), { code: "23502", detail });
  const failed = new DrizzleQueryError("insert into oidc_records values ($1)", ["a-canary\n    at a-canary"], cause);
  const line = await lineOf(new AppError("internal", { message: "Something failed", cause: failed }));
  expect(line).toContain("insert into oidc_records");
  expect(line).toContain("null value in column");
  expect(line).toContain("logger.test.ts");
  expect(line).not.toContain("a-canary");
});
