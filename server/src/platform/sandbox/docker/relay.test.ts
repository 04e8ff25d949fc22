import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";

import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { createSandbox } from "#server/platform/sandbox/create-sandbox.ts";
import type { CommandOptions, Sandbox, WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";
import { listenInFolder } from "#server/platform/sandbox/process/folder-socket.ts";
import { testWalls } from "#server/platform/sandbox/testing/test-walls.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { readPlaceId } from "./inside-files.ts";

/** What goes between a container of Docker's and this server. */
let dataDirectory: string;
let repository: TestRepository;
let sandbox: Sandbox;
let workCopy: WorkCopy;
const docker = path.join(testWalls.searchPath.split(":")[0] ?? "", "docker");

beforeAll(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), "cairn-relay-"));
  repository = await createTestRepository();
  const commit = await repository.commit("First", { "a.txt": "one\n" });
  sandbox = createSandbox({ ...testWalls, dataDirectory });
  workCopy = await sandbox.makeWorkCopy({ repository: path.join(repository.path, ".git"), commit });
});
afterAll(async () => {
  await sandbox.removeWorkCopy(workCopy);
  await repository.remove();
  await rm(dataDirectory, { recursive: true, force: true });
});

const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

async function run(script: string, options: Partial<CommandOptions> & { input?: Buffer } = {}) {
  const output = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) };
  const pieces: Record<keyof typeof output, Buffer[]> = { stdout: [], stderr: [] };
  const { stdin, ended } = sandbox.start(["/bin/bash", "-c", script], {
    workCopy,
    ...options,
    onOutput: (piece, stream) => pieces[stream].push(piece),
  });
  if (options.input !== undefined) stdin.end(options.input);
  const end = await ended;
  return { end, stdout: Buffer.concat(pieces.stdout), stderr: Buffer.concat(pieces.stderr) };
}

/** A folder with a socket that somebody of ours answers. */
async function openSocket(answer: (socket: Socket) => void) {
  const folder = await mkdtemp(path.join(dataDirectory, "sockets-"));
  const listening = await listenInFolder(createServer({ allowHalfOpen: true }, answer), folder, "one");
  return {
    mounts: [{ source: folder, target: "/opt/cairn/sockets", hasSockets: true }],
    close: () => listening.close(),
  };
}

const dial = (script: string) =>
  `node --input-type=module -e 'import net from "node:net"; const dial = () => net.connect({ path: "/opt/cairn/sockets/one", allowHalfOpen: true }); ${script}'`;

it("carries what is read and written as it is, both ways at once", async () => {
  const input = Buffer.alloc(20_000_000, "0123456789abcdef\0\n\xff", "latin1");
  const { end, stdout, stderr } = await run("tee >(head -c 9000000 >&2; cat > /dev/null)", { input });
  expect(end).toMatchObject({ reason: "exited", exitCode: 0 });
  expect([stdout.length, hash(stdout)]).toEqual([input.length, hash(input)]);
  expect(stderr.length).toBe(9_000_000);
});

it("has commands reach a socket of this server's, closes it as either side does, and keeps others apart", async () => {
  const asked: string[] = [];
  const socket = await openSocket((one) => {
    void text(one).then((said) => one.end(`heard ${said}`, () => asked.push(said)));
  });
  const script = `
    const ask = (word) => new Promise((resolve) => { let all = ""; const socket = dial(); socket.on("data", (piece) => (all += piece)).on("end", () => resolve(all)); socket.end(word); });
    console.log((await Promise.all(Array.from({ length: 40 }, (_, at) => ask("n" + at)))).join(","));`;
  const { stdout } = await run(dial(script), { mounts: socket.mounts });
  expect(stdout.toString()).toBe(`${Array.from({ length: 40 }, (_, at) => `heard n${at}`).join(",")}\n`);
  expect(asked.length).toBe(40);
  await socket.close();
  const gone = await run(
    dial(`dial().on("error", (e) => console.log(e.code)).on("close", () => console.log("closed"))`),
    {
      mounts: socket.mounts,
    },
  );
  // It had no name to listen under any more.
  expect(gone.stdout.toString()).toBe("ENOENT\nclosed\n");
});

it("is held up by nobody who does not read", async () => {
  const open: Socket[] = [];
  const socket = await openSocket((one) => void open.push(one.pause()));
  const script = `
    for (let at = 0; at < 8; at += 1) { const socket = dial(); const more = () => { while (socket.write("x".repeat(65536))); socket.once("drain", more); }; more(); }
    setTimeout(() => { process.stdout.write("y".repeat(3_000_000), () => process.exit(0)); }, 500);`;
  const { end, stdout } = await run(dial(script), { mounts: socket.mounts });
  expect(end).toMatchObject({ reason: "exited", exitCode: 0 });
  expect(stdout.length).toBe(3_000_000);
  for (const one of open) one.destroy();
  await socket.close();
});

it("reaches no socket and no file beside those it was given, whoever asks", async () => {
  const outside = path.join(dataDirectory, "outside");
  await mkdir(outside);
  let connections = 0;
  const server = createServer((one) => {
    connections += 1;
    one.destroy();
  });
  const listening = await listenInFolder(server, outside, "one");
  const socket = await openSocket((one) => one.end("inside"));
  // Speaks to this server in the relay's place, over the container's own output.
  const script = `
    import fs from "node:fs"; import http2 from "node:http2"; import { Duplex, PassThrough } from "node:stream";
    const relay = fs.readdirSync("/proc").find((pid) => { try { return fs.readFileSync("/proc/" + pid + "/cmdline", "latin1").startsWith("node\\0--disable"); } catch { return false; } });
    process.kill(Number(relay), "SIGSTOP");
    const out = fs.createWriteStream("/proc/" + relay + "/fd/1");
    const session = http2.connect("http://x", { createConnection: () => Duplex.from({ readable: new PassThrough(), writable: out }) });
    for (const name of ["../outside/one", "..%2Foutside%2Fone", "/../../outside/one", "one"]) session.request({ ":path": "/sockets/7/" + name }).on("error", () => {});
    session.request({ ":path": "/sockets/0/../outside/one" }).on("error", () => {});
    session.request({ ":path": "/exit/0" }).on("error", () => {});
    setTimeout(() => {}, 60000);`;
  const { end } = await run(`node --input-type=module -e '${script}'`, { mounts: socket.mounts });
  // The relay was stopped, so the container is over.
  expect(["signal", "exited"]).toContain(end.reason);
  expect(connections).toBe(0);
  await socket.close();
  await listening.close();
});

it.each([
  ["stopped", 'for one in /proc/[0-9]*; do [ "$(head -c 4 $one/cmdline)" = node ] && kill -STOP ${one#/proc/}; done'],
  ["killed", "kill -9 -1"],
  [
    "written over",
    'for one in /proc/[0-9]*; do [ "$(head -c 4 $one/cmdline)" = node ] && head -c 100000 /dev/urandom > $one/fd/1; done',
  ],
  [
    "written over for ever",
    'for one in /proc/[0-9]*; do [ "$(head -c 4 $one/cmdline)" = node ] && cat /dev/zero > $one/fd/1; done',
  ],
])("ends a command whose relay is %s by it", async (_how, script) => {
  const { end } = await run(`${script}; sleep 4751`, { limits: { wallMs: 60_000 } });
  expect(end.reason).toBe("signal");
});

/** Those of other tests come and go. */
function inspectIfThere(id: string): string {
  try {
    return execFileSync(docker, ["inspect", id], { encoding: "utf8", stdio: "pipe" });
  } catch {
    return "";
  }
}

it("tells nobody who asks Docker what is run with which variables", async () => {
  const started = Promise.withResolvers<void>();
  const stop = new AbortController();
  const { ended } = sandbox.start(["/bin/sh", "-c", "echo on; : moored-at-quay; sleep 60"], {
    workCopy,
    env: { TOKEN: "canary-quay-77" },
    signal: stop.signal,
    onOutput: () => started.resolve(),
  });
  await started.promise;
  const ids = execFileSync(docker, ["ps", "--quiet", "--filter", "label=cairn.sandbox"], { encoding: "utf8" });
  const told = ids.split("\n").filter(Boolean).map(inspectIfThere).join("");
  expect(told).toContain('"NetworkMode": "none"');
  expect(told).not.toMatch(/canary-quay-77|moored-at-quay|"Privileged": true/);
  stop.abort();
  expect((await ended).durationMs).toBeGreaterThan(0);
});

it("gives commands the image's search path and none of its other variables", async () => {
  const { stdout } = await run("env | sort");
  expect(
    stdout
      .toString()
      .split("\n")
      .map((line) => line.split("=")[0]),
  ).toEqual(expect.arrayContaining(["HOME", "LANG", "PATH", "TMPDIR"]));
  expect(stdout.toString()).toMatch(/^PATH=\/opt\/cairn\/bin:\/opt\/image\/bin:/m);
  expect(stdout.toString()).not.toMatch(/HOSTNAME|NODE_|container/);
});

it("keeps what Docker's program knows of proxies from commands", async () => {
  const folder = await mkdtemp(path.join(dataDirectory, "config-"));
  const proxy = "http://somebody:canary-91c2@proxy.example:3128";
  const kinds = ["httpProxy", "httpsProxy", "ftpProxy", "noProxy", "allProxy"];
  const proxies = { default: Object.fromEntries(kinds.map((kind) => [kind, proxy])) };
  await writeFile(path.join(folder, "config.json"), JSON.stringify({ proxies }));
  vi.stubEnv("DOCKER_CONFIG", folder);
  const { end, stdout } = await run("cat /proc/[0-9]*/environ | tr '\\0' '\\n'; env");
  expect(end).toMatchObject({ reason: "exited", exitCode: 0 });
  expect(stdout.toString()).toContain("PATH=");
  expect(stdout.toString()).not.toContain("canary-91c2");
});

it("leaves alone what another data directory's server has running", async () => {
  const others = await mkdtemp(path.join(tmpdir(), "cairn-other-"));
  const [own, other] = [dataDirectory, others].map((directory) => {
    const label = [
      "--label",
      `cairn.sandbox=1.1.dead`,
      "--label",
      `cairn.data=${readPlaceId(path.join(directory, "containers"))}`,
    ];
    const inside = ["--entrypoint=/bin/sleep", testWalls.image ?? "", "4753"];
    return execFileSync(docker, ["run", "--detach", "--rm", "--network=none", ...label, ...inside], {
      encoding: "utf8",
    }).trim();
  });
  const list = () => execFileSync(docker, ["ps", "--quiet", "--no-trunc"], { encoding: "utf8" }).split("\n");
  expect(list()).toEqual(expect.arrayContaining([own, other]));
  await sandbox.sweep();
  expect(list()).not.toContain(own);
  expect(list()).toContain(other);
  await createSandbox({ ...testWalls, dataDirectory: others }).sweep();
  expect(list()).not.toContain(other);
  await rm(others, { recursive: true, force: true });
});
