import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import { createEgress } from "#server/platform/egress/resolve-address.ts";
import { createSandbox } from "#server/platform/sandbox/create-sandbox.ts";
import type { InstallEnd, InstallOptions, Sandbox, WorkCopy } from "#server/platform/sandbox/port/sandbox-port.ts";
import { startTestRegistry, type TestRegistry } from "#server/platform/sandbox/testing/registry.ts";
import { testWalls } from "#server/platform/sandbox/testing/test-walls.ts";
import { findProgram } from "#server/platform/sandbox/walls/find-program.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

let dataDirectory: string;
let repository: TestRepository;
let registry: TestRegistry;
let sandbox: Sandbox;
let commit: string;
const made: WorkCopy[] = [];

/** Nobody signed the certificate of the test's registry. */
const env = { npm_config_strict_ssl: "false", npm_config_audit: "false" };
const command = "npm ci --no-fund";

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), "cairn-install-"));
  repository = await createTestRepository();
  registry = await startTestRegistry("127.0.0.20");
  commit = await repository.commit("First", { ".gitignore": "node_modules\n", ...registry.files, "a.txt": "one\n" });
  sandbox = create([registry.endpoint]);
});
afterAll(async () => {
  await registry.close();
  await repository.remove();
  await rm(dataDirectory, { recursive: true, force: true });
});
afterEach(async () => {
  for (const workCopy of made.splice(0)) await sandbox.removeWorkCopy(workCopy);
});

function create(registryHosts: string[], options: { totalBytes?: number; directory?: string } = {}): Sandbox {
  const npm = findProgram("npm", process.env["PATH"] ?? "") ?? "";
  return createSandbox({
    ...testWalls,
    dataDirectory: options.directory ?? dataDirectory,
    registryHosts,
    egress: createEgress({ allow: registry.endpoint }),
    toolchains: npm.startsWith("/usr/") ? [] : [dirname(dirname(npm))],
    totalBytes: options.totalBytes,
  });
}

async function make(of = commit, by = sandbox): Promise<WorkCopy> {
  const workCopy = await by.makeWorkCopy({ repository: join(repository.path, ".git"), commit: of });
  made.push(workCopy);
  return workCopy;
}

async function install(workCopy: WorkCopy, options: Partial<InstallOptions> = {}, by = sandbox) {
  let output = "";
  const onOutput = (piece: Buffer) => (output += piece.toString("utf8"));
  const end = await by.install({ workCopy, command, env, isTrusted: true, onOutput, ...options });
  return { end, output };
}

async function run(workCopy: WorkCopy, script: string): Promise<string> {
  let output = "";
  const onOutput = (piece: Buffer) => (output += piece.toString("utf8"));
  await sandbox.start(["/bin/sh", "-c", script], { workCopy, onOutput }).ended;
  return output;
}

const hello = "node -p 'require(\"greeting\")'";
const ranWell = { exitCode: 0, isRestored: false, refusals: [] } satisfies Partial<InstallEnd>;
const wasRestored = { exitCode: 0, isRestored: true } satisfies Partial<InstallEnd>;

it("installs from an allowed registry, and puts the same back without asking it again", async () => {
  const first = await make();
  const { end, output } = await install(first);
  expect({ ...end, output }).toMatchObject(ranWell);
  expect(await run(first, hello)).toBe("hello\n");
  const asked = registry.requests.length;
  expect(asked).toBeGreaterThan(0);
  const second = await make();
  expect((await install(second)).end).toMatchObject(wasRestored);
  expect(await run(second, hello)).toBe("hello\n");
  expect(registry.requests.length).toBe(asked);
  expect(await sandbox.takeTree(second)).toBeNull();
});

it("takes commands for network to nobody but the install", async () => {
  const workCopy = await make();
  expect((await install(workCopy, { env: { ...env, X: "0" } })).end).toMatchObject(ranWell);
  expect(await run(workCopy, "ls /opt/cairn; env | grep -ic proxy")).toBe("bin\n0\n");
  const script = `node -e 'require("net").connect(443, "127.0.0.20").on("error", (error) => console.log(error.code))'`;
  expect(await run(workCopy, script)).toBe("ECONNREFUSED\n");
  expect(await readdir(join(workCopy.directory, "proxy"))).toEqual([]);
});

it("trusts a registry's certificate where this server was told to, and no other that nobody knows", async () => {
  const strict = { npm_config_audit: "false" };
  const refused = await install(await make(), { env: strict });
  expect(refused).toMatchObject({ end: { exitCode: 1 }, output: expect.stringContaining("SELF_SIGNED_CERT") });
  vi.stubEnv("NODE_EXTRA_CA_CERTS", registry.certificate);
  try {
    const { end, output } = await install(await make(), { env: strict });
    expect({ ...end, output }).toMatchObject(ranWell);
  } finally {
    vi.unstubAllEnvs();
  }
});

it("has a way out that no other work copy sees, and ends when it is stopped", async () => {
  const [installing, other] = [await make(), await make()];
  const stop = new AbortController();
  const started = Promise.withResolvers<void>();
  const options = { signal: stop.signal, onOutput: () => started.resolve() };
  const ended = install(installing, { command: "ls /opt/cairn; sleep 4741", ...options });
  await started.promise;
  expect(await readdir(join(installing.directory, "proxy"))).toHaveLength(1);
  expect(await run(other, `ls /opt/cairn; ls ${installing.directory} 2>/dev/null`)).toBe("bin\n");
  stop.abort();
  expect((await ended).end).toMatchObject({ reason: "stopped", isRestored: false });
  expect(await readdir(join(installing.directory, "proxy"))).toEqual([]);
});

it("has no network at all where no registry is named", async () => {
  const closed = create([], { directory: await mkdtemp(join(dataDirectory, "closed-")) });
  const asked = registry.requests.length;
  const workCopy = await make(commit, closed);
  const { end } = await install(workCopy, { command: `${command} --fetch-retries=0` }, closed);
  expect(end.exitCode).not.toBe(0);
  expect((await install(workCopy, { command: "env | grep -ic proxy" }, closed)).output).toBe("0\n");
  expect(registry.requests.length).toBe(asked);
});

// The same whatever makes the walls, and each container of Docker's takes its time.
describe.skipIf(testWalls.walls === "docker")("what is kept", () => {
  it("is another one where lockfile, command, folder or variables are others", async () => {
    await install(await make());
    const lock = JSON.parse(registry.files["package-lock.json"]) as { name: string };
    const changed = await repository.commit("Lock", {
      "package-lock.json": JSON.stringify({ ...lock, name: "other" }),
    });
    expect((await install(await make(changed))).end).toMatchObject(ranWell);
    expect((await install(await make(), { command: `${command} --silent` })).end).toMatchObject(ranWell);
    expect((await install(await make(), { env: { ...env, X: "1" } })).end).toMatchObject(ranWell);
    const source = await repository.commit("Source", { ...registry.files, "a.txt": "two\n" });
    expect((await install(await make(source))).end).toMatchObject(wasRestored);
  });

  it("of a commit that an agent wrote is for that commit alone, but may be that of the lockfile", async () => {
    const own = "npm ci --no-fund --loglevel=error; echo poison > node_modules/greeting/index.js";
    const written = await repository.commit("Agent", { "a.txt": "three\n" });
    expect((await install(await make(written), { command: own, isTrusted: false })).end).toMatchObject(ranWell);
    expect((await install(await make(written), { command: own, isTrusted: false })).end).toMatchObject(wasRestored);
    expect((await install(await make(), { command: own })).end).toMatchObject(ranWell);
    await install(await make());
    expect((await install(await make(written), { isTrusted: false })).end).toMatchObject(wasRestored);
  });

  it("is nothing that was made where commands ran before, and not put back there", async () => {
    const touched = await make();
    await run(touched, "echo evil > evil.js");
    expect((await install(touched, { command: "cat evil.js; true" })).end).toMatchObject(ranWell);
    const fresh = await make();
    expect((await install(fresh, { command: "cat evil.js; true" })).output).toContain("No such file");
    await install(await make());
    const dirty = await make();
    await run(dirty, "mkdir -p node_modules && ln -s /etc node_modules/greeting");
    expect((await install(dirty)).end.isRestored).toBe(false);
  });

  it("is nobody's to change: each work copy has its own", async () => {
    const spoiled = await make();
    await install(spoiled);
    await run(spoiled, "echo 'module.exports = 1' > node_modules/greeting/index.js; echo x > ~/x");
    const next = await make();
    expect((await install(next)).end).toMatchObject(wasRestored);
    expect(await run(next, `${hello}; ls ~/x`)).toContain("hello\n");
  });

  it("is nothing of an install that failed", async () => {
    const failing = "read nothing || echo half > half; exit 3";
    expect((await install(await make(), { command: failing })).end).toMatchObject({ exitCode: 3, isRestored: false });
    expect((await install(await make(), { command: failing })).end.isRestored).toBe(false);
  });

  it("goes on from the installs before, in their order", async () => {
    const both = async () => {
      const workCopy = await make();
      const ends = [
        await install(workCopy, { command: "echo 1 > one" }),
        await install(workCopy, { command: "cat one > two" }),
      ];
      return { isRestored: ends.map(({ end }) => end.isRestored), output: await run(workCopy, "cat one two") };
    };
    expect(await both()).toEqual({ isRestored: [false, false], output: "1\n1\n" });
    expect(await both()).toEqual({ isRestored: [true, true], output: "1\n1\n" });
    const workCopy = await make();
    expect((await install(workCopy, { command: "cat one > two" })).end.exitCode).toBe(1);
  });

  it("goes before a work copy is refused, and work copies are bounded too", async () => {
    const directory = await mkdtemp(join(dataDirectory, "small-"));
    const small = create([], { directory, totalBytes: 3_000_000 });
    const fill = "head -c 1000000 /dev/zero > filler";
    for (const name of ["a", "b", "c", "d"]) {
      const workCopy = await make(commit, small);
      await install(workCopy, { command: `${fill}.${name}` }, small);
      await small.removeWorkCopy(workCopy);
      made.pop();
    }
    const listKept = async () =>
      (await readdir(join(directory, "kept-installs"), { recursive: true })).filter((name) => name.endsWith(".tar"));
    expect((await listKept()).length).toBeLessThan(4);
    expect((await listKept()).length).toBeGreaterThan(0);
    const full = create([], { directory, totalBytes: 1 });
    await make(commit, small);
    await expect(make(commit, full)).rejects.toMatchObject({ code: "unavailable", message: /RUN_TOTAL_DISK_BYTES/ });
    expect(await listKept()).toEqual([]);
  });

  it("goes with its repository", async () => {
    const directory = await mkdtemp(join(dataDirectory, "gone-"));
    const other = create([], { directory });
    const gone = await createTestRepository();
    const of = await gone.commit("First", { "package.json": "{}" });
    const workCopy = await other.makeWorkCopy({ repository: join(gone.path, ".git"), commit: of });
    expect((await install(workCopy, { command: "echo 1 > one" }, other)).end).toMatchObject(ranWell);
    await other.removeWorkCopy(workCopy);
    await other.sweep();
    expect(await readdir(join(directory, "kept-installs"))).toHaveLength(1);
    await gone.remove();
    await other.sweep();
    expect(await readdir(join(directory, "kept-installs"))).toEqual([]);
  });
});

describe("hosts that are not named", () => {
  /** Asks the proxy of the install for them, one after the other, and prints the first line of each answer. */
  const ask = (targets: string[], method = "CONNECT") => `node -e '
    const [, port] = /:(\\d+)$/.exec(process.env.HTTPS_PROXY);
    (async () => {
      for (const target of ${JSON.stringify(targets)}) await new Promise((resolve) => {
        let text = "";
        require("net").connect(port, "127.0.0.1", function () { this.write("${method} " + target + " HTTP/1.1\\r\\nhost: x\\r\\n\\r\\n"); })
          .on("data", (piece) => { text += piece; if (/200 Connection/.test(text)) { console.log("open", target); resolve(); } })
          .on("error", () => undefined)
          .on("close", () => { console.log(text.split("\\r\\n")[0], target); resolve(); });
      });
      process.exit(0);
    })();'`;

  it("are not reached, however they are spelled", async () => {
    const [host = "", port = ""] = registry.endpoint.split(":");
    const spellings = [
      "example.com:443",
      `${host}.:${port}`,
      `${host}:${Number(port) + 1}`,
      `${host}:0${port}`,
      host,
      `user@${host}:${port}`,
      `[::ffff:${host}]:${port}`,
      "2130706433:443",
      "127.0.0.1:22",
      "169.254.169.254:443",
      "localhost:5432",
      `${host}:${port}/`,
      `${host}:${port}#.example.com`,
    ];
    const { end, output } = await install(await make(), { command: ask([...spellings, registry.endpoint]) });
    expect(output.trim().split("\n")).toEqual([
      ...spellings.map(() => expect.stringMatching(/^HTTP\/1.1 40[03] .+/)),
      `open ${registry.endpoint}`,
    ]);
    expect(end.refusals.join()).toContain("“example.com:443” is none of the hosts that RUN_REGISTRY_HOSTS names.");
  });

  it("are not asked for again and again by npm", async () => {
    const named = await install(await make(), { command: "npm config get fetch-retry-maxtimeout" });
    expect(named.output).toContain("2000");
    const script = "npm config get fetch-retries";
    expect((await install(await make(), { command: script }, create([]))).output).toContain("0");
  });

  it("are not reached by plain requests either", async () => {
    const plain = ask([`http://${registry.endpoint}/`, "http://169.254.169.254/latest/meta-data/"], "GET");
    const { output } = await install(await make(), { command: plain });
    expect(output).toMatch(/^HTTP\/1.1 403 .+\nHTTP\/1.1 403 .+\n$/);
  });

  it("and names that lead into the own network are refused, also where they are named", async () => {
    const names = ["inside.example:443", "rebound.example:443"];
    let lookups = 0;
    const lookup = async (name: string) => {
      lookups += 1;
      return name === "inside.example" ? ["10.0.0.5"] : ["1.1.1.1", "127.0.0.1"];
    };
    const other = createSandbox({
      ...testWalls,
      dataDirectory,
      registryHosts: names,
      egress: createEgress({ allow: "", lookup }),
    });
    const { end, output } = await install(await make(), { command: ask(names) }, other);
    expect(output).toMatch(/^HTTP\/1.1 502 .+\nHTTP\/1.1 502 .+\n$/);
    expect(end.refusals).toEqual([
      expect.stringContaining("inside.example leads to a private address"),
      expect.stringContaining("rebound.example leads to a private address"),
    ]);
    expect(lookups).toBe(2);
  });
});

it("cuts a registry that is silent or sends too much, and everything at the end", async () => {
  const sockets = new Set<unknown>();
  const endless = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    const send = () => void (socket.destroyed || socket.write(Buffer.alloc(100_000), () => setImmediate(send)));
    send();
  });
  await new Promise<void>((resolve) => void endless.listen(0, "127.0.0.21", resolve));
  const address = endless.address();
  const endpoint = `127.0.0.21:${typeof address === "object" ? address?.port : 0}`;
  const egress = createEgress({ allow: endpoint });
  const limits = { diskBytes: 3_000_000 };
  const small = createSandbox({ ...testWalls, dataDirectory, registryHosts: [endpoint], egress, limits });
  const read = `node -e 'const [, port] = /:(\\d+)$/.exec(process.env.HTTPS_PROXY);
    let bytes = 0;
    require("net").connect(port, "127.0.0.1", function () { this.write("CONNECT ${endpoint} HTTP/1.1\\r\\n\\r\\n"); })
      .on("data", (piece) => (bytes += piece.length)).on("error", () => undefined).on("close", () => console.log(bytes))'`;
  const { end, output } = await install(await make(), { command: read }, small);
  expect(Number(output)).toBeGreaterThan(1_000_000);
  expect(Number(output)).toBeLessThan(6_000_000);
  expect(end.refusals).toEqual(["The registries sent more than an install may take."]);
  const left = `(${read.replace("3_000_000", "")}) & sleep 0.3; exit 0`;
  expect((await install(await make(), { command: left }, sandbox)).end.exitCode).toBe(0);
  await expect.poll(() => sockets.size).toBe(0);
  endless.close();
});
