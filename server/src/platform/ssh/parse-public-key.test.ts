import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, it } from "vitest";

import { parsePublicKey } from "./parse-public-key.ts";

const run = promisify(execFile);
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), "cairn-keys-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function makeKey(type: string, bits?: number) {
  const file = path.join(directory, `${type}-${bits ?? 0}`);
  const size = bits === undefined ? [] : ["-b", String(bits)];
  await run("ssh-keygen", ["-q", "-t", type, ...size, "-N", "", "-C", "ada@laptop", "-f", file]);
  const { stdout } = await run("ssh-keygen", ["-l", "-f", `${file}.pub`]);
  const line = (await readFile(`${file}.pub`, "utf8")).trim();
  return { line, secret: await readFile(file, "utf8"), fingerprint: stdout.split(" ")[1] };
}

it.each([
  { type: "ed25519", bits: undefined, size: 256 },
  { type: "rsa", bits: 2048, size: 2048 },
  { type: "rsa", bits: 1024, size: 1024 },
  { type: "ecdsa", bits: 521, size: 521 },
])("reads $type of $size bits as ssh-keygen does, and drops the comment", async ({ type, bits, size }) => {
  const { line, fingerprint } = await makeKey(type, bits);
  const key = parsePublicKey(line);
  expect(key).toMatchObject({ algorithm: type, bits: size, fingerprint });
  expect(key?.line).toBe(line.replace(" ada@laptop", ""));
});

it("never takes a private key for its public half", async () => {
  const { secret } = await makeKey("ed25519", 256);
  expect(parsePublicKey(secret)).toBeNull();
  expect(parsePublicKey(`ssh-ed25519 ${secret.split("\n")[1]}`)).toBeNull();
});

it("refuses bodies that are cut, of another type, or no point of the curve", async () => {
  const { line: point } = await makeKey("ecdsa", 256);
  const { line } = await makeKey("rsa", 3072);
  const [, body = ""] = line.split(" ");
  const bent = Buffer.from(point.split(" ")[1] ?? "", "base64");
  bent.writeUInt8(bent.readUInt8(bent.length - 1) ^ 1, bent.length - 1);
  const broken = [
    `ssh-rsa ${body.slice(0, 100)}`,
    `ssh-ed25519 ${body}`,
    "ssh-rsa AAAA",
    "ssh-ed25519 ",
    "",
    `ecdsa-sha2-nistp256 ${bent.toString("base64")}`,
  ];
  expect(broken.map((text) => parsePublicKey(text))).toEqual(broken.map(() => null));
});
