import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import { afterEach, beforeEach, expect, it } from "vitest";

let parent: string;
let root: string;

/** A registry's stand-in: writes down what it was asked, and "installs" the running Node as the pinned one. */
const npm = `#!/bin/sh
if [ "$1" = --version ]; then exit 0; fi
echo "$*" >> calls
if [ -e broken ]; then echo "registry is down" >&2; exit 7; fi
while [ -e hold ]; do sleep 0.02; done
if [ "$1" = ci ]; then rm -rf node_modules && mkdir -p node_modules/.bin node_modules/node/bin; fi
if [ "$1" = rebuild ]; then ln -s "${process.execPath}" node_modules/node/bin/node; fi
`;

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "cairn-bootstrap-"));
  root = path.join(parent, "checkout");
  await mkdir(path.join(root, "scripts"), { recursive: true });
  await mkdir(path.join(parent, "bin"));
  await copyFile(fileURLToPath(new URL("bootstrap.mjs", import.meta.url)), path.join(root, "scripts/bootstrap.mjs"));
  await writeFile(path.join(root, "package.json"), JSON.stringify({ dependencies: { node: "1.0.0" } }));
  await writeFile(path.join(root, "package-lock.json"), "first");
  await writeFile(path.join(parent, "bin/npm"), npm);
  await chmod(path.join(parent, "bin/npm"), 0o755);
  await symlink(process.execPath, path.join(parent, "bin/node"));
  await writeScript(`process.stdout.write(JSON.stringify([process.argv.slice(2), process.env.PATH.split(":")[0]]));`);
});

afterEach(() => rm(parent, { recursive: true }));

function writeScript(code: string): Promise<void> {
  return writeFile(path.join(root, "scripts/hello.mjs"), code);
}

function launch(...parameters: string[]): ChildProcess {
  const env = { ...process.env, PATH: `${parent}/bin:/usr/bin:/bin`, TMPDIR: parent };
  return spawn(process.execPath, [path.join(root, "scripts/bootstrap.mjs"), ...parameters], { env, stdio: "pipe" });
}

async function run(...parameters: string[]) {
  const child = launch(...parameters);
  if (child.stdout === null || child.stderr === null) throw new Error("no pipes");
  const [out, err, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { out, err, code: code as number | null, signal: signal as string | null };
}

async function installs(): Promise<number> {
  const calls = await readFile(path.join(root, "calls"), "utf8").catch(() => "");
  return calls.split("\n").filter((call) => call.startsWith("ci --ignore-scripts")).length;
}

it("installs once, again when the lockfile changed, and hands parameters and PATH on", async () => {
  const expected = JSON.stringify([["a b", "--port", "1"], path.join(root, "node_modules/.bin")]);
  expect(await run("scripts/hello.mjs", "a b", "--port", "1")).toMatchObject({ out: expected, code: 0 });
  expect((await run("scripts/hello.mjs")).err).toBe("");
  expect(await installs()).toBe(1);
  await writeFile(path.join(root, "package-lock.json"), "second");
  await run("scripts/hello.mjs");
  expect(await installs()).toBe(2);
  await rm(path.join(root, "node_modules"), { recursive: true });
  await run("scripts/hello.mjs");
  expect(await installs()).toBe(3);
});

it("lets commands that start together wait for one installation", async () => {
  await writeFile(path.join(root, "hold"), "");
  const children = [1, 2, 3, 4].map(() => launch("scripts/hello.mjs"));
  const ends = children.map((child) => once(child, "exit"));
  const output = children.map(async ({ stderr }) => (stderr === null ? "" : String((await once(stderr, "data"))[0])));
  const first = (await Promise.all(output)).map((line) => line.split(" ")[0]);
  expect(first.filter((word) => word === "Installing")).toHaveLength(1);
  expect(first.filter((word) => word === "Another")).toHaveLength(3);
  await rm(path.join(root, "hold"));
  expect(await Promise.all(ends)).toEqual([1, 2, 3, 4].map(() => [0, null]));
  expect(await installs()).toBe(1);
  expect((await readdir(parent)).sort()).toEqual(["bin", "checkout"]);
});

it("takes the place of an installation that was killed", async () => {
  await writeFile(path.join(parent, "bin/npm"), npm.replace("echo", 'echo started; kill -9 "$PPID"; echo'));
  expect((await run("scripts/hello.mjs")).signal).toBe("SIGKILL");
  expect(await readdir(parent)).toHaveLength(3);
  await writeFile(path.join(parent, "bin/npm"), npm);
  expect((await run("scripts/hello.mjs")).code).toBe(0);
  expect(await readdir(parent)).toHaveLength(2);
});

it("says what is wrong in plain words, and tries again the next time", async () => {
  await writeFile(path.join(root, "broken"), "");
  const failed = await run("scripts/hello.mjs");
  expect(failed.code).toBe(1);
  expect(failed.err).toContain('registry is down\n\nThe packages could not be installed: "npm ci" ended with code 7');
  expect(failed.err).not.toContain("    at ");
  await rm(path.join(root, "broken"));
  expect((await run("scripts/hello.mjs")).code).toBe(0);

  expect((await run()).err).toContain("Usage: node scripts/bootstrap.mjs");
  expect((await run("scripts/missing.mjs")).err).toContain("There is no script");
});

it("names a program that is missing", async () => {
  const env = { PATH: path.join(parent, "nothing"), TMPDIR: parent };
  const parameters = [path.join(root, "scripts/bootstrap.mjs"), "scripts/hello.mjs"];
  const child = spawn(process.execPath, parameters, { env, stdio: ["ignore", "ignore", "pipe"] });
  expect(await text(child.stderr)).toContain("git was not found, and Cairn needs it.");
});

it.each(["1.0.0", process.versions.node])("hands on exit code and signals under Node %s", async (version) => {
  await writeFile(path.join(root, "package.json"), JSON.stringify({ dependencies: { node: version } }));
  await writeScript("process.exitCode = 42;");
  expect(await run("scripts/hello.mjs")).toMatchObject({ code: 42, signal: null });

  await writeScript(`
    for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => process.stdout.write(name));
    process.once("SIGHUP", () => process.exit(9));
    setInterval(() => {}, 1000);
    process.stdout.write("ready");
  `);
  const child = launch("scripts/hello.mjs");
  if (child.stdout === null) throw new Error("no pipe");
  const received: string[] = [];
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    received.push(String((await once(child.stdout, "data"))[0]));
    child.kill(signal);
  }
  expect(received).toEqual(["ready", "SIGINT", "SIGTERM"]);
  expect(await once(child, "exit")).toEqual([9, null]);
});
