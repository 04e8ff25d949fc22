import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { createClosedSandbox, createSandbox } from "./create-sandbox.ts";
import type { CommandOptions, Sandbox, WorkCopy } from "./port/sandbox-port.ts";
import { listWorkCopies } from "./testing/list-work-copies.ts";
import { starterPath } from "./testing/start-one.ts";
import { testWalls } from "./testing/test-walls.ts";

let dataDirectory: string;
let repository: TestRepository;
let sandbox: Sandbox;
let commit: string;

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), "cairn-sandbox-"));
  repository = await createTestRepository();
  const link = { linkTo: "folder/b.txt" };
  commit = await repository.commit("First", { "a.txt": "one\n", "folder/b.txt": "two\n", link, "run.sh": "echo hi\n" });
  sandbox = createSandbox({ ...testWalls, dataDirectory });
});
afterAll(async () => {
  await repository.remove();
  await rm(dataDirectory, { recursive: true, force: true });
});

function make(): Promise<WorkCopy> {
  return sandbox.makeWorkCopy({ repository: join(repository.path, ".git"), commit });
}

async function run(script: string, options: CommandOptions) {
  let output = "";
  const { ended } = sandbox.start(["/bin/sh", "-c", script], {
    ...options,
    onOutput: (piece) => (output += piece.toString("utf8")),
  });
  return { end: await ended, output };
}

it("finds the walls of this machine usable", async () => {
  expect(await sandbox.check()).toEqual({ isUsable: true });
});

it("makes a work copy that git works in, and removes it", async () => {
  const workCopy = await make();
  const { end, output } = await run(
    "cat a.txt link; git status --short; git log --format=%H; echo x > n && git status -s",
    {
      workCopy,
    },
  );
  expect(output).toBe(`one\ntwo\n${commit}\n?? n\n`);
  expect(end).toMatchObject({ reason: "exited", exitCode: 0, signal: null, message: "ended with exit code 0" });
  await sandbox.removeWorkCopy(workCopy);
  expect(await listWorkCopies(dataDirectory)).toEqual([]);
});

it("says plainly that there is no such commit, and leaves nothing", async () => {
  const missing = sandbox.makeWorkCopy({ repository: join(repository.path, ".git"), commit: "1".repeat(40) });
  await expect(missing).rejects.toMatchObject({ code: "not_found", message: "Commit not found" });
  expect(await listWorkCopies(dataDirectory)).toEqual([]);
});

describe("an end", () => {
  let workCopy: WorkCopy;
  beforeAll(async () => {
    workCopy = await make();
  });
  afterAll(() => sandbox.removeWorkCopy(workCopy));

  it.each([
    ["exit 3", {}, { reason: "exited", exitCode: 3, message: "ended with exit code 3" }],
    ["kill -SEGV $$", {}, { reason: "signal", exitCode: 139, signal: "SIGSEGV" }],
    ["sleep 600", { wallMs: 100 }, { reason: "timeout", exitCode: null, message: "did not end within 0.1 seconds" }],
    ["while :; do :; done", { cpuSeconds: 1 }, { reason: "cpu", message: expect.stringContaining("processor") }],
    ["yes", { outputBytes: 4096 }, { reason: "output", outputBytes: 4096, message: "wrote more than 4 KB of output" }],
    ["head -c 3000000 /dev/zero > big", { diskBytes: 2_000_000 }, { reason: "disk" }],
  ])("of %s within %o is %o", async (script, limits, expected) => {
    expect((await run(script, { workCopy, limits })).end).toMatchObject(expected);
  });

  it("is told apart where the caller stops it, before and during", async () => {
    const stop = new AbortController();
    const started = Promise.withResolvers<void>();
    const { ended } = sandbox.start(["/bin/sh", "-c", "echo on; sleep 600"], {
      workCopy,
      signal: stop.signal,
      onOutput: () => started.resolve(),
    });
    await started.promise;
    stop.abort();
    expect(await ended).toMatchObject({ reason: "stopped", exitCode: null, message: "was stopped" });
    expect((await run("sleep 600", { workCopy, signal: stop.signal })).end.reason).toBe("stopped");
  });

  it("of a program that is not there is the shell's", async () => {
    const { ended } = sandbox.start(["/usr/bin/nothing-of-that-name"], { workCopy });
    expect(await ended).toMatchObject({ reason: "exited", exitCode: 127 });
  });
});

it("gives a command its variables, folder, mounts and input, and takes its output by stream", async () => {
  const workCopy = await make();
  const tool = join(dataDirectory, "tool");
  await writeFile(tool, "a tool\n", { mode: 0o644 });
  const pieces: string[] = [];
  const { stdin, ended } = sandbox.start(["/bin/sh", "-c", 'cat; pwd; echo "$GREETING" >&2; cat /opt/tool'], {
    workCopy,
    folder: "folder",
    env: { GREETING: "hello $(id)" },
    mounts: [{ source: tool, target: "/opt/tool" }],
    onOutput: (piece, stream) => pieces.push(`${stream}: ${piece.toString("utf8")}`),
  });
  stdin.end("typed\n");
  await ended;
  expect(pieces.join("")).toContain("typed\n");
  expect(pieces.join("")).toContain("/work/folder\n");
  expect(pieces.join("")).toContain("stderr: hello $(id)\n");
  expect(pieces.join("")).toContain("a tool\n");
  await sandbox.removeWorkCopy(workCopy);
});

it("works where whoever started the server lets nobody read what it makes", () => {
  const bare = join(dataDirectory, "closed.git");
  const clone = `git -c core.sharedRepository=0644 clone --quiet --bare "file://${repository.path}" ${bare}`;
  const start = [process.execPath, starterPath, join(dataDirectory, "closed"), bare, commit];
  const script = `umask 077; ${clone}; exec ${start.join(" ")} 'cat a.txt; git status --short; umask'`;
  expect(execFileSync("/bin/bash", ["-c", script], { encoding: "utf8" })).toMatch(/^one\n0022\n\{"reason":"exited"/);
});

it.skipIf(testWalls.walls === "docker")(
  "shows toolchains where they lie and puts them before the system's programs",
  async () => {
    const folder = await mkdtemp(join(dataDirectory, "toolchain-"));
    await mkdir(join(folder, "bin"));
    await writeFile(join(folder, "bin/node"), "#!/bin/sh\necho other node\n", { mode: 0o755 });
    await chmod(folder, 0o755);
    const workCopy = await make();
    const say = async (toolchains: string[]) => {
      let output = "";
      const onOutput = (piece: Buffer) => (output += piece.toString("utf8"));
      const script = `node --version; touch ${folder}/x || true`;
      await createSandbox({ ...testWalls, dataDirectory, toolchains }).start(["/bin/sh", "-c", script], {
        workCopy,
        onOutput,
      }).ended;
      return output;
    };
    expect(await say([])).toContain(`${process.version}\n`);
    expect(await say([folder])).toMatch(/^other node\n.*Read-only file system/s);
    const missing = createSandbox({ ...testWalls, dataDirectory, toolchains: ["/nonexistent/jdk"] });
    expect(await missing.check()).toEqual({ isUsable: false, reason: expect.stringContaining("/nonexistent/jdk") });
    await sandbox.removeWorkCopy(workCopy);
  },
);

const goodEngine = { OSType: "linux", MemoryLimit: true, PidsLimit: true, SecurityOptions: ["name=seccomp"] };

describe("without walls", () => {
  it("refuses where bubblewrap is missing, naming the package", async () => {
    const workCopy = await make();
    const bare = createSandbox({ dataDirectory, searchPath: "/nonexistent" });
    const missing = { code: "unavailable", message: expect.stringContaining("apt-get install bubblewrap") };
    expect(await bare.check()).toEqual({ isUsable: false, reason: missing.message });
    expect(() => bare.start(["/usr/bin/touch", "ran"], { workCopy })).toThrow(expect.objectContaining(missing));
    await expect(bare.makeWorkCopy({ repository: join(repository.path, ".git"), commit })).rejects.toMatchObject(
      missing,
    );
    expect((await run("ls ran", { workCopy })).end.exitCode).toBe(2);
    await sandbox.removeWorkCopy(workCopy);
  });

  it.each([
    ["echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1", "does not let bubblewrap make namespaces"],
    ['echo "bwrap: Can\'t mount proc on /newroot/proc: Operation not permitted" >&2; exit 1', "systempaths=unconfined"],
    ["echo 'bwrap: Unknown option --disable-userns' >&2; exit 1", "0.8.0 or newer"],
    ["exit 1", "bubblewrap failed"],
    // One that only claims to be bubblewrap.
    ["exit 0", "bubblewrap failed"],
  ])("refuses where bubblewrap does: %s", async (script, words) => {
    const folder = await mkdtemp(join(dataDirectory, "bin-"));
    await writeFile(join(folder, "bwrap"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const broken = createSandbox({ dataDirectory, searchPath: folder });
    expect(await broken.check()).toEqual({ isUsable: false, reason: expect.stringContaining(words) });
    const workCopy = await make();
    const { ended } = broken.start(["/usr/bin/touch", "ran"], { workCopy });
    await expect(ended).rejects.toMatchObject({ code: "unavailable", message: expect.stringContaining(words) });
    expect((await run("ls ran", { workCopy })).end.exitCode).toBe(2);
    await sandbox.removeWorkCopy(workCopy);
  });

  it.each([
    ["echo 'Error: unknown flag: --annotation' >&2; exit 125", "4.3 or newer"],
    ["echo 'Error: crun: cgroups in hybrid mode not supported' >&2; exit 126", "systemd.unified_cgroup_hierarchy=1"],
    ["echo 'Error: default OCI runtime \"crun\" not found' >&2; exit 125", "apt-get install crun"],
    ["echo 'Error: cannot find newuidmap: exec' >&2; exit 125", "usermod --add-subuids"],
    ["exit 0", "Podman failed"],
  ])("refuses where Podman does: %s", async (script, words) => {
    const folder = await mkdtemp(join(dataDirectory, "bin-"));
    await writeFile(join(folder, "podman"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const broken = createSandbox({ walls: "podman", dataDirectory, searchPath: folder });
    expect(await broken.check()).toEqual({ isUsable: false, reason: expect.stringContaining(words) });
    const missing = createSandbox({ walls: "podman", dataDirectory, searchPath: "/nonexistent" });
    expect(await missing.check()).toEqual({
      isUsable: false,
      reason: expect.stringContaining("apt-get install podman"),
    });
  });

  const engineSays = (info: object) => `[ $1 = info ] && echo '${JSON.stringify(info)}' && exit`;

  it.each([
    ["echo 'Cannot connect to the Docker daemon at unix:///x.' >&2; exit 1", "Docker's engine does not answer"],
    [engineSays({ OSType: "windows" }), "Windows"],
    [`${engineSays(goodEngine)}; echo 'Error: No such image: some' >&2; exit 1`, "docker build -t some sandbox"],
    [engineSays({ ...goodEngine, SecurityOptions: ["name=rootless", "name=seccomp"] }), "rootless"],
    [engineSays({ ...goodEngine, PidsLimit: false }), "control groups"],
    [engineSays({ ...goodEngine, SecurityOptions: [] }), "seccomp"],
    ["exit 0", "Docker failed"],
  ])("refuses where Docker does: %s", async (script, words) => {
    const folder = await mkdtemp(join(dataDirectory, "bin-"));
    await writeFile(join(folder, "docker"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const options = { walls: "docker", image: "some", dataDirectory } as const;
    const broken = createSandbox({ ...options, searchPath: folder });
    expect(await broken.check()).toEqual({ isUsable: false, reason: expect.stringContaining(words) });
    const missing = createSandbox({ ...options, searchPath: "/nonexistent" });
    expect(await missing.check()).toEqual({
      isUsable: false,
      reason: expect.stringContaining("Docker is not installed"),
    });
  });

  it("refuses walls that let something through", async () => {
    const folder = await mkdtemp(join(dataDirectory, "bin-"));
    // Runs the command as it is, and tells so as bubblewrap does.
    const script = `#!/bin/sh\nwhile [ "$1" != /usr/bin/prlimit ]; do shift; done\n"$@"\necho "{\\"exit-code\\": $?}" >&5\n`;
    await writeFile(join(folder, "bwrap"), script, { mode: 0o755 });
    const open = createSandbox({ dataDirectory, searchPath: folder });
    expect(await open.check()).toEqual({ isUsable: false, reason: expect.stringMatching(/not as closed.*Seccomp:2/) });
  });

  it("runs nothing where it is switched off", async () => {
    const closed = createClosedSandbox(dataDirectory);
    expect(await closed.check()).toEqual({ isUsable: false, reason: expect.stringContaining("RUN_SANDBOX") });
    const workCopy = await make();
    expect(() => closed.start(["/bin/true"], { workCopy })).toThrow("switched off");
    await sandbox.removeWorkCopy(workCopy);
  });
});
