import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync } from "node:fs";
import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import { findProcesses } from "#server/testing/find-processes.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { createSandbox } from "./create-sandbox.ts";
import type { Sandbox, SandboxLimits, WorkCopy } from "./port/sandbox-port.ts";
import { judgedCalls, missingCalls, refusedCalls } from "./seccomp/system-calls.ts";
import { starterPath } from "./testing/start-one.ts";
import { testWalls } from "./testing/test-walls.ts";

/**
 * Commands that try to get out. Each has its counterpart outside of the walls, so that a way that never worked does not
 * count as closed.
 */
let dataDirectory: string;
let repository: TestRepository;
let sandbox: Sandbox;
let commit: string;
let workCopy: WorkCopy;

const secret = "canary-8c1f";

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), "cairn-hostile-"));
  repository = await createTestRepository();
  // For the test as another account.
  await chmod(repository.path, 0o755);
  commit = await repository.commit("First", { "a.txt": "one\n" });
  sandbox = createSandbox({ ...testWalls, dataDirectory });
});
afterAll(async () => {
  await repository.remove();
  await rm(dataDirectory, { recursive: true, force: true });
});
beforeEach(async () => {
  workCopy = await sandbox.makeWorkCopy({ repository: join(repository.path, ".git"), commit });
});
afterEach(() => sandbox.removeWorkCopy(workCopy));

async function run(script: string, limits: Partial<SandboxLimits> = {}, env: Record<string, string> = {}) {
  let output = "";
  const onOutput = (piece: Buffer) => (output += piece.toString("latin1"));
  const { ended } = sandbox.start(["/bin/bash", "-c", script], { workCopy, limits, env, onOutput });
  return { end: await ended, output };
}

/** The same command as anybody on this machine would run it. */
function outside(script: string): string {
  return execFileSync("/bin/bash", ["-c", script], { encoding: "latin1", stdio: ["ignore", "pipe", "pipe"] });
}

const running = (words: string) => findProcesses((command) => command.includes(words));

describe("secrets of this server", () => {
  it("are in no environment that can be read", async () => {
    vi.stubEnv("MODEL_API_KEY", secret);
    const script = "cat /proc/*/environ /proc/*/cmdline; env";
    const { output } = await run(script, {}, { GREETING: "hello" });
    expect(output).toContain("GREETING=hello");
    expect(output).not.toContain(secret);
    expect(execFileSync("/usr/bin/env", { encoding: "utf8" })).toContain(secret);
  });

  it("and of other commands are in no arguments that others on this machine read", async () => {
    const stop = new AbortController();
    const started = Promise.withResolvers<void>();
    const options = { workCopy, env: { TOKEN: secret }, signal: stop.signal, onOutput: () => started.resolve() };
    const { ended } = sandbox.start(["/bin/sh", "-c", "echo on; exec sleep 4711.1"], options);
    await started.promise;
    expect(running("sleep 4711.1").length).toBeGreaterThan(0);
    expect(running(secret)).toEqual([]);
    stop.abort();
    await ended;
  });

  it("are in no file: of the machine only programs are there", async () => {
    await writeFile(join(dataDirectory, "secret.key"), secret);
    const files = ["/etc/shadow", dataDirectory, join(dataDirectory, "secret.key"), repository.path, "/root", "/var"];
    // Containers have these two, with nothing in them.
    const empty = "find /run /sys -type f -size +0 2>/dev/null";
    const { output } = await run(`${files.map((file) => `ls -d ${file} 2>/dev/null`).join(";")}; ${empty}`);
    expect(output).toBe("");
    expect(outside(`cat ${join(dataDirectory, "secret.key")}`)).toBe(secret);
    expect((await run("ls -A / /etc; find / -xdev -name secret.key")).output).not.toMatch(/shadow|secret/);
    expect((await run("ls /etc")).output.split("\n").filter(Boolean).toSorted()).toEqual(
      expect.arrayContaining(["group", "hosts", "passwd"]),
    );
  });

  it("are behind no way through /proc", async () => {
    const ways = ["/proc/1/root/etc/shadow", "/proc/self/root/etc/shadow", "/proc/1/cwd/../etc/shadow", "/proc/kcore"];
    const { output } = await run(`${ways.map((way) => `head -c 100 ${way}`).join(";")}; ls /proc/[0-9]* -d | wc -l`);
    expect(output).not.toContain("root:");
    // The shell, its reaper and what counts them; no process of the machine.
    expect(Number(/(\d+)\n$/.exec(output)?.[1])).toBeLessThan(10);
  });

  it("are in no file that was left open for this server", async () => {
    const file = join(dataDirectory, "open.txt");
    await writeFile(file, secret);
    expect(outside(`exec 9<${file}; cat <&9`)).toBe(secret);
    const output = outside(`exec 9<${file}; exec ${starter("cat <&9; cat /proc/self/fd/9; ls /proc/self/fd")}`);
    expect(output).not.toContain(secret);
    expect(output).toContain('"reason":"exited"');
  });
});

describe("the network", () => {
  it("has nobody on it: neither this machine with its sockets, nor others", async () => {
    let connections = 0;
    const listen = async (place: string | { port: number; host: string }) => {
      const server = createServer((socket) => {
        connections += 1;
        socket.destroy();
      });
      await once(typeof place === "string" ? server.listen(place) : server.listen(place), "listening");
      return server;
    };
    const name = `\0cairn-${process.pid}`;
    const path = join(dataDirectory, "socket");
    const open = await listen({ port: 0, host: "127.0.0.1" });
    const servers = [open, await listen(path), await listen(name)];
    const { port } = open.address() as AddressInfo;
    const dial = `
      const places = [{ port: ${port}, host: "127.0.0.1" }, { path: ${JSON.stringify(path)} }, { path: ${JSON.stringify(name)} }];
      const outside = [{ port: 80, host: "169.254.169.254" }, { port: 443, host: "1.1.1.1" }, { port: 443, host: "example.com" }];
      for (const place of process.argv[1] === "all" ? [...places, ...outside] : places) {
        await new Promise((resolve) => {
          const socket = net.connect(place);
          socket.on("connect", () => { console.log("open"); socket.destroy(); resolve(); });
          socket.on("error", () => { console.log("closed"); resolve(); });
        });
      }`;
    const args = ["--input-type=module", "-e", `import net from "node:net";${dial}`];
    let output = "";
    const mounts = [{ source: process.execPath, target: "/opt/node" }];
    const options = { workCopy, mounts, onOutput: (piece: Buffer) => (output += piece.toString()) };
    expect((await sandbox.start(["/opt/node", ...args, "all"], options).ended).exitCode).toBe(0);
    expect(output).toBe("closed\n".repeat(6));
    expect(connections).toBe(0);
    await once(spawn(process.execPath, args), "close");
    expect(connections).toBe(3);
    for (const server of servers) server.close();
  });

  it("works within the command, for tests that start a server", async () => {
    const script = `
      import net from "node:net";
      const server = net.createServer((socket) => socket.end("hello")).listen(0, "127.0.0.1", () =>
        net.connect(server.address().port, "127.0.0.1").on("data", (text) => { console.log(String(text)); server.close(); }));`;
    let output = "";
    const mounts = [{ source: process.execPath, target: "/opt/node" }];
    const options = { workCopy, mounts, onOutput: (piece: Buffer) => (output += piece.toString()) };
    await sandbox.start(["/opt/node", "--input-type=module", "-e", script], options).ended;
    expect(output).toBe("hello\n");
  });
});

/** Calls the kernel directly and tells its answer: "ok" or the number of the error. */
function callKernel(calls: Record<string, (number | string)[]>): string {
  const lines = Object.entries(calls).map(([name, args]) => {
    // Perl hands over the address of a text, if it may be written to.
    const texts = args
      .filter((argument) => typeof argument === "string")
      .map((text) => `my $t = ${JSON.stringify(text)};`);
    const shown = args.map((argument) => (typeof argument === "string" ? "$t" : argument));
    return `${texts.join("")} print "${name} ", (syscall(${shown.join(", ")}) < 0 ? $!+0 : "ok"), "\\n";`;
  });
  return `perl -e '${lines.map((line) => `{ ${line} }`).join(" ")}'`;
}

describe("the kernel", () => {
  const machine = process.arch === "x64" ? 0 : 1;
  const number = (call: readonly [number | null, number | null] | undefined) => call?.[machine] ?? -1;
  const newUser = 0x10000000;
  const calls = {
    unshare: [number(refusedCalls["unshare"]), newUser],
    ptrace: [number(refusedCalls["ptrace"]), 0, 0, 0, 0],
    keyctl: [number(refusedCalls["keyctl"]), 0, -3, 1],
    memfd: [number(missingCalls["memfd_create"]), "x", 0],
    clone3: [number(missingCalls["clone3"]), "x", 0],
    personality: [judgedCalls.personality[machine] ?? -1, 0x0040000],
    shmget: [judgedCalls.shmget[machine] ?? -1, 0, 10_000_000, 0o1600],
  };

  it("answers calls that lead out as if it did not have or permit them", async () => {
    expect((await run(callKernel(calls))).output).toBe(
      "unshare 1\nptrace 1\nkeyctl 1\nmemfd 38\nclone3 38\npersonality 1\nshmget 22\n",
    );
    // It does have them: what it says outside is about the arguments, if anything.
    const answers = outside(callKernel({ ...calls, shmget: [judgedCalls.shmget[machine] ?? -1, 0, 10, 0o600] }));
    expect(answers).toMatch(/ptrace ok\n.*memfd ok\nclone3 22\npersonality ok\n/s);
  });

  it("gives no rights: no mounts, devices, other roots, names or users", async () => {
    const tries = [
      "mount -t tmpfs none /tmp",
      "mount --bind /work /tmp",
      "umount /proc",
      "unshare --user --map-root-user true",
      "unshare --net true",
      "nsenter --target 1 --user true",
      "chroot /work true",
      "mknod device b 254 0",
      "mknod device c 1 1",
      "hostname other",
      "chown 0 a.txt",
      "su root -c true",
      "setpriv --reuid 0 true",
      "date -s 2001-01-01",
      "sysctl -w kernel.hostname=x",
      "echo x > /proc/sys/kernel/core_pattern",
      "echo b > /proc/sysrq-trigger",
      "dmesg",
      "kill -0 $PPID_OUTSIDE",
    ];
    const script = tries.map((one) => `( ${one} ) >/dev/null 2>&1 && echo '${one}'`).join("\n");
    expect((await run(script, {}, { PPID_OUTSIDE: `${process.pid}` })).output).toBe("");
  });

  it("makes nobody somebody else by a file's owner", async () => {
    const script = "cp /bin/bash own; chmod 6755 own; ./own -p -c 'id -u; grep NoNewPrivs /proc/self/status'";
    const { output } = await run(script);
    const file = await stat(join(workCopy.directory, "tree", "own"));
    // Docker's engine gives accounts no other numbers.
    expect(output).toBe(`${testWalls.walls === "docker" ? file.uid : 1000}\nNoNewPrivs:\t1\n`);
    // Nobody on this machine can reach it, and root's it is not.
    expect((await stat(join(dataDirectory, "work-copies"))).mode & 0o077).toBe(0);
    if (process.getuid?.() === 0) expect(file.uid).toBeGreaterThanOrEqual(40_000);
  });

  it("shows only devices that hold nothing", async () => {
    const { output } = await run("cd /dev; ls");
    expect(output.split("\n").filter(Boolean)).toEqual(
      expect.arrayContaining(["full", "null", "random", "tty", "urandom", "zero"]),
    );
    expect(output).not.toMatch(/sd|vd|nvme|mem|kmsg|fuse|kvm|loop|mapper/);
  });
});

describe("places to write", () => {
  it("are the work copy, the home, the temporary folder and a little memory, and nothing else", async () => {
    const script =
      "find / -path /proc -prune -o -type d -writable -exec touch {}/x \\; -print 2>/dev/null | grep -vE '^/(work|home/builder|tmp)(/|$)'";
    expect((await run(script)).output).toBe("/dev/shm\n");
    const { output } = await run(
      "touch /x /usr/x /etc/x /dev/x /objects/x /proc/x; echo > /etc/passwd; rm -rf /objects/* /usr/bin",
    );
    expect(output).not.toBe("");
    expect(await repository.git("fsck", "--strict")).toBe("");
    expect((await run("ls /x /usr/x /etc/x /dev/x /objects/x 2>/dev/null")).output).toBe("");
  });

  it("are not the repository's objects, whatever git is told", async () => {
    const before = await repository.git("count-objects", "-v");
    await run(
      "echo x > y; git add y; git -c user.name=x -c user.email=x commit -qm x; git gc --prune=now; git repack -a -d; git prune --expire=now",
    );
    expect(await repository.git("count-objects", "-v")).toBe(before);
    expect(await repository.git("fsck", "--strict")).toBe("");
  });

  it("are full at their limit: memory", async () => {
    expect((await run("head -c 200000000 /dev/zero > /dev/shm/x; ls -s --block-size=1 /dev/shm/x")).output).toContain(
      "67108864",
    );
  });

  it("are full at their limit: many files, each a small one", async () => {
    const { end } = await run("for i in {1..100000}; do head -c 1000000 /dev/zero > f$i; done", {
      diskBytes: 30_000_000,
    });
    expect(end).toMatchObject({ reason: "disk", message: expect.stringContaining("29 MB") });
    const { end: second } = await run("mkdir d; for i in {1..1000000}; do : > d/f$i; done", { diskFiles: 2_000 });
    expect(second).toMatchObject({ reason: "disk", message: expect.stringContaining("2000 files") });
    const { end: third } = await run("cd /tmp; for i in {1..100000}; do head -c 1000000 /dev/zero > f$i; done", {
      diskBytes: 60_000_000,
    });
    expect(third.reason).toBe("disk");
  });
});

describe("bombs", () => {
  it("of processes end where they may not go on", async () => {
    const script =
      "perl -e 'my $n = 0; while (1) { my $p = fork(); last unless defined $p; if (!$p) { sleep 4715; exit } $n++ } print \"$n\\n\"'";
    const { output } = await run(script, { processes: 50 });
    expect(Number(output)).toBeGreaterThan(30);
    expect(Number(output)).toBeLessThan(50);
    expect(running("sleep 4715")).toEqual([]);
    const { end } = await run("bomb() { bomb | bomb & }; bomb; sleep 4716.6", { processes: 50, wallMs: 2_000 });
    expect(end.reason).toBe("timeout");
    expect(running("bomb | bomb")).toEqual([]);
  });

  it("of memory end, in one process and in many", async () => {
    const { end } = await run("perl -e '$x = \"x\" x 500_000_000; print length $x'", { memoryBytes: 200_000_000 });
    expect(end).toMatchObject({ reason: "exited", outputBytes: expect.any(Number) });
    expect(end.exitCode).not.toBe(0);
    const many = "for i in 1 2 3 4 5 6; do perl -e '$x = \"x\" x 50_000_000; sleep 600' & done; wait";
    expect((await run(many, { memoryBytes: 200_000_000 })).end).toMatchObject({
      reason: "memory",
      message: "took more than the 191 MB of memory that a run may use",
    });
  });

  it("of output, files and links end", async () => {
    expect((await run("yes | tee /dev/stderr", { outputBytes: 100_000 })).end).toMatchObject({
      reason: "output",
      outputBytes: 100_000,
    });
    const { output } = await run(
      'perl -e \'my @f; while (open my $f, "<", "/dev/null") { push @f, $f } print scalar @f\'',
      { openFiles: 64 },
    );
    expect(Number(output)).toBeLessThan(64);
    // Deeper than a path can name.
    await run('perl -e \'for (1 .. 2000) { mkdir "dddddddddd"; chdir "dddddddddd" }\'');
  });
});

describe("what stays behind", () => {
  const daemon = (mark: string) =>
    `trap '' HUP INT TERM; (setsid bash -c "trap '' HUP INT TERM; exec sleep ${mark}" <&- >&- 2>&- &); `;

  it("is nothing, when the command ends by itself", async () => {
    expect((await run(`${daemon("4721.1")} true`)).end.reason).toBe("exited");
    expect(running("sleep 4721.1")).toEqual([]);
  });

  it("is nothing, when it is stopped and does not listen", async () => {
    const stop = new AbortController();
    const started = Promise.withResolvers<void>();
    const options = { workCopy, signal: stop.signal, onOutput: () => started.resolve() };
    const script = `${daemon("4722.2")} echo on; sleep 4722.2; sleep 4722.2`;
    const { ended } = sandbox.start(["/bin/bash", "-c", script], options);
    await started.promise;
    expect(running("sleep 4722.2").length).toBeGreaterThan(0);
    stop.abort();
    expect((await ended).reason).toBe("stopped");
    expect(running("sleep 4722.2")).toEqual([]);
  });

  it("is nothing, when this server is killed", async () => {
    const child = spawn("/bin/bash", ["-c", `exec ${starter(`${daemon("4723.3")} echo on; sleep 4723.3`)}`]);
    await once(child.stdout, "data");
    await vi.waitUntil(() => running("sleep 4723.3").length >= 2, { timeout: 60_000 });
    child.kill("SIGKILL");
    await vi.waitUntil(() => running("sleep 4723.3").length === 0, { timeout: 60_000 });
  });

  it.each([1, 2, 3])("never begins, when this server is killed while it starts a command (%d)", async (time) => {
    const mark = `sleep 4724.${time}`;
    const child = spawn("/bin/bash", ["-c", `exec ${starter(mark)}`]);
    const others = () => running(mark).filter((pid) => pid !== child.pid);
    await vi.waitUntil(() => others().length > 0, { timeout: 60_000, interval: 1 });
    child.kill("SIGKILL");
    await once(child, "close");
    // Bubblewrap's inner process may be left asleep, without a command, where the outer one died before it let it go on.
    const isLeft = async () => {
      await sandbox.sweep();
      return others().length > 0;
    };
    await vi.waitUntil(async () => !(await isLeft()), { timeout: 60_000 });
  });

  it("is nothing, when a command kills all it can", async () => {
    const { end } = await run("kill -9 -1; echo still here");
    expect(["signal", "exited"]).toContain(end.reason);
    expect((await run("echo alive")).output).toBe("alive\n");
  });
});

/** How a server that is not root is tried, and who it is inside. */
const somebodies = {
  bubblewrap: { start: asSomebody, uid: 1000 },
  podman: { start: asSomebodyWithNumbers, uid: 1000 },
  docker: { start: asMemberOfDocker, uid: 60123 },
} as const;

it("holds for a server that is not root too", () => {
  const probe =
    "id -u; ls -A /; touch /usr/x; cat /etc/shadow; unshare --user true; ls /root; head -c 300000000 /dev/zero > big; ls -s big";
  const isRoot = process.getuid?.() === 0;
  const somebody = somebodies[testWalls.walls];
  const output = isRoot ? outside(somebody.start(probe)) : outside(`${starter(probe)} 2>&1`);
  expect(output).toContain(`${isRoot || testWalls.walls !== "docker" ? somebody.uid : process.getuid?.()}\n`);
  expect(output).toContain("touch: cannot touch '/usr/x': Read-only file system");
  expect(output).toContain("cat: /etc/shadow: No such file or directory");
  expect(output).toContain("unshare failed: Operation not permitted");
  expect(output).toContain('"reason":"exited"');
});

/** This program's starter as a shell writes it. */
function starter(script: string): string {
  const words = [process.execPath, starterPath, dataDirectory, join(repository.path, ".git"), commit, script];
  return words.map(quote).join(" ");
}

/** The same by an account that is nobody's, which is shown what it may not reach by itself. */
function asSomebody(script: string): string {
  const checkout = fileURLToPath(new URL("../../../..", import.meta.url));
  const moved = (file: string, from: string, to: string) => file.replace(from, to);
  const words = [
    ["bwrap", "--dev-bind", "/", "/", "--tmpfs", "/mnt", "--ro-bind", checkout, "/mnt/checkout"],
    [
      "--ro-bind",
      process.execPath,
      "/mnt/node",
      "--bind",
      repository.path,
      "/mnt/repository",
      "--perms",
      "0777",
      "--dir",
      "/mnt/data",
    ],
    ["--", "setpriv", "--reuid", "60123", "--regid", "60123", "--clear-groups"],
    ["/mnt/node", moved(starterPath, checkout, "/mnt/checkout/"), "/mnt/data", "/mnt/repository/.git", commit, script],
  ];
  return `${words.flat().map(quote).join(" ")} 2>&1`;
}

/** The same by an account that has numbers to lend, as Podman wants it, on a machine with control groups of one version. */
function asSomebodyWithNumbers(script: string): string {
  const checkout = fileURLToPath(new URL("../../../..", import.meta.url));
  const started = starterPath.replace(checkout, "/mnt/checkout/");
  const command = ["/mnt/node", started, "/mnt/data", "/mnt/repository/.git", commit, script].map(quote).join(" ");
  const view = `
    set -eu
    mount -t tmpfs -o mode=0755 none /mnt
    cd /mnt
    mkdir checkout repository data data/home data/run
    touch node subids
    mount --bind ${quote(checkout)} checkout
    mount --bind ${quote(process.execPath)} node
    mount --bind ${quote(repository.path)} repository
    cp /etc/passwd /etc/group .
    echo somebody:x:60123:60123::/mnt/data/home:/bin/sh >> passwd
    echo somebody:x:60123: >> group
    echo somebody:1000000:65536 > subids
    for file in passwd group; do mount --bind $file /etc/$file; done
    for file in subuid subgid; do touch /etc/$file; mount --bind subids /etc/$file; done
    if umount /sys/fs/cgroup/unified 2>/dev/null; then mount -t tmpfs none /sys/fs/cgroup/unified; fi
    chown -R 60123:60123 data
    become="setpriv --reuid 60123 --regid 60123 --clear-groups env TMPDIR=/mnt/data HOME=/mnt/data/home XDG_RUNTIME_DIR=/mnt/data/run"
    $become ${command} 2>&1
    # Podman leaves a process that holds its namespaces.
    $become podman system migrate 2>/dev/null`;
  return `unshare --mount --propagation private sh -c ${quote(view)}`;
}

/** The same by an account that may use Docker's engine, which sees the machine's own files: so this one must be able to, too. */
function asMemberOfDocker(script: string): string {
  const place = mkdtempSync(join(tmpdir(), "cairn-member-"));
  chownSync(place, 60123, 60123);
  const become = ["setpriv", "--reuid", "60123", "--regid", "60123", "--clear-groups", "env", `TMPDIR=${place}`];
  const words = [process.execPath, starterPath, join(place, "data"), join(repository.path, ".git"), commit, script];
  return `${[...become, ...words].map(quote).join(" ")} 2>&1; rm -rf ${quote(place)}`;
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
