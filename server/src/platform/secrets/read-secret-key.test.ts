import { chmod, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { readSecretKey } from "./read-secret-key.ts";
import { Secret } from "./secret.ts";

let parent: string;
let dataDir: string;

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "cairn-key-"));
  dataDir = path.join(parent, "data");
});

afterEach(() => rm(parent, { recursive: true }));

it("makes a private key file once, also when several start together, and reads it afterwards", async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => readSecretKey({ secretKey: null, dataDir })));
  expect(keys[0]).toHaveLength(32);
  expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
  expect(await readdir(dataDir)).toEqual(["secret.key"]);
  expect((await stat(path.join(dataDir, "secret.key"))).mode & 0o777).toBe(0o600);
  expect(await readSecretKey({ secretKey: null, dataDir })).toEqual(keys[0]);
});

it("prefers SECRET_KEY and makes no file then", async () => {
  const key = Buffer.alloc(32, 7);
  for (const text of [key.toString("hex"), key.toString("base64"), key.toString("base64url")]) {
    expect(await readSecretKey({ secretKey: new Secret(text), dataDir })).toEqual(key);
  }
  await expect(readSecretKey({ secretKey: new Secret("short"), dataDir })).rejects.toThrow(/^SECRET_KEY must be/);
  await expect(readdir(dataDir)).rejects.toThrow("ENOENT");
});

it("refuses a key file that others can read, and a damaged one", async () => {
  await readSecretKey({ secretKey: null, dataDir });
  const file = path.join(dataDir, "secret.key");
  await chmod(file, 0o644);
  await expect(readSecretKey({ secretKey: null, dataDir })).rejects.toThrow(`chmod 600 ${file}`);
  await chmod(file, 0o600);
  await writeFile(file, "");
  await expect(readSecretKey({ secretKey: null, dataDir })).rejects.toThrow(/is damaged/);
});
