import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";

import { createSandbox } from "./create-sandbox.ts";
import type { WorkCopy } from "./port/sandbox-port.ts";
import { starterPath } from "./testing/start-one.ts";
import { testWalls } from "./testing/test-walls.ts";

let dataDirectory: string;
let repository: TestRepository;
let commit: string;

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), "cairn-sweep-"));
  repository = await createTestRepository();
  commit = await repository.commit("First", { "a.txt": "one\n" });
});
afterAll(async () => {
  await repository.remove();
  await rm(dataDirectory, { recursive: true, force: true });
});

const wanted = () => ({ repository: join(repository.path, ".git"), commit });
const listFolders = () => readdir(join(dataDirectory, "work-copies"));

/** Another server on the same data directory, which runs a script and goes on. */
async function startOther(script: string, ...key: string[]) {
  const args = [starterPath, dataDirectory, wanted().repository, commit, script, ...key];
  const other = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  await once(other.stdout, "data");
  return other;
}

it("removes the work copies of a server that was killed, and none of one that lives", async () => {
  const sandbox = createSandbox({ ...testWalls, dataDirectory });
  const own = await sandbox.makeWorkCopy(wanted());
  const closed = "mkdir -p closed/inner; touch closed/inner/x; chmod 000 closed; echo on; sleep 4731";
  const [killed, living] = [await startOther(closed), await startOther("echo on; sleep 4732")];
  expect(await listFolders()).toHaveLength(3);
  expect(await sandbox.sweep()).toBe(0);
  killed.kill("SIGKILL");
  await once(killed, "close");
  await vi.waitUntil(async () => (await sandbox.sweep()) === 1, { timeout: 60_000 });
  expect(await listFolders()).toHaveLength(2);
  const { ended } = sandbox.start(["/bin/cat", "a.txt"], { workCopy: own });
  expect((await ended).exitCode).toBe(0);
  living.kill("SIGKILL");
  await once(living, "close");
  await vi.waitUntil(async () => (await sandbox.sweep()) === 1, { timeout: 60_000 });
  await sandbox.removeWorkCopy(own);
});

it("leaves what a killed server kept to whoever goes on, of whom one gets it", async () => {
  const sandboxes = [createSandbox({ ...testWalls, dataDirectory }), createSandbox({ ...testWalls, dataDirectory })];
  const takeAll = (key: string) =>
    Promise.all(sandboxes.map((sandbox) => sandbox.takeOverWorkCopy({ key, repository: wanted().repository })));
  const script = "echo half > half.txt; echo session > ~/session; echo on; sleep 4735";
  const killed = await startOther(script, "run 1");
  expect(await takeAll("run 1")).toEqual([null, null]);
  killed.kill("SIGKILL");
  await once(killed, "close");
  expect(await takeAll("run 2")).toEqual([null, null]);
  expect(await sandboxes[0]?.sweep()).toBe(0);
  const all = await takeAll("run 1");
  const at = all.findIndex((one) => one !== null);
  expect(all[1 - at]).toBe(null);
  const [sandbox, taken] = [sandboxes[at] ?? expect.unreachable(), all[at] ?? expect.unreachable()];
  expect(taken.note).toBe("kept for run 1");
  const { workCopy } = taken;
  let said = "";
  const onOutput = (piece: Buffer) => void (said += piece.toString());
  await sandbox.start(["/bin/sh", "-c", "cat half.txt ~/session"], { workCopy, onOutput }).ended;
  expect(said).toBe("half\nsession\n");
  expect((await sandbox.takeTree(workCopy))?.changedFiles).toBe(1);
  await sandbox.removeWorkCopy(workCopy);
  expect(await takeAll("run 1")).toEqual([null, null]);
  await sandboxes[0]?.sweep();
});

const leftovers = {
  bubblewrap: ["a process of bubblewrap's whose other half is gone", endHalfOfBubblewrap],
  podman: ["a container that hid the end of its server", () => endDeafContainer(stopReader)],
  docker: ["a container that hid the end of its server", () => endDeafContainer(holdInput, { isGuarded: true })],
} as const;

it.each([leftovers[testWalls.walls]])("ends %s, and none of a server that lives", async (_what, endOne) => {
  await endOne();
});

async function endHalfOfBubblewrap() {
  const sandbox = createSandbox({ ...testWalls, dataDirectory });
  const workCopy = await sandbox.makeWorkCopy(wanted());
  const stop = new AbortController();
  const started = Promise.withResolvers<void>();
  const options = { workCopy, signal: stop.signal, onOutput: () => started.resolve() };
  const { ended } = sandbox.start(["/bin/sh", "-c", "echo on; sleep 4733"], options);
  await started.promise;
  // Looks like one of them, in a session that another program began.
  const words = `'read x' --args 4 --seccomp 3 --json-status-fd 5 -- /bin/sh -c`;
  const args = ["-c", `exec -a /usr/bin/bwrap /bin/sh -c ${words}`];
  const left = spawn("/bin/bash", args, { stdio: ["pipe", "ignore", "ignore"] });
  await vi.waitUntil(
    async () => {
      await sandbox.sweep();
      return left.exitCode !== null || left.signalCode !== null;
    },
    { timeout: 60_000 },
  );
  stop.abort();
  expect((await ended).reason).toBe("stopped");
  await sandbox.removeWorkCopy(workCopy);
}

/** Podman's first process is told of the end by a program that can be stopped. */
const stopReader =
  "for one in /proc/[0-9]*; do grep -q '^cat$' $one/comm && kill -STOP ${one#/proc/}; done; echo on; sleep";
/** An input does not close while somebody in there has it open for writing too. */
const holdInput =
  'for one in /proc/[0-9]*; do [ "$(head -c 4 $one/cmdline)" = node ] && exec 9> $one/fd/0; done; echo on; sleep';

/** Programs are counted on the whole machine, where the tests of other walls run at once. */
const [deafSeconds, killedSeconds] = testWalls.walls === "docker" ? ["4736.1", "4736.2"] : ["4736.3", "4736.4"];

/** One that is guarded ends before anybody looks, and long before it would notice itself that nobody is there. */
async function endDeafContainer(deaf: string, { isGuarded = false } = {}) {
  const sandbox = createSandbox({ ...testWalls, dataDirectory });
  const workCopy = await sandbox.makeWorkCopy(wanted());
  const stop = new AbortController();
  const started = Promise.withResolvers<void>();
  const options = { workCopy, signal: stop.signal, onOutput: () => started.resolve() };
  const { ended } = sandbox.start(["/bin/sh", "-c", `${deaf} ${deafSeconds}`], options);
  await started.promise;
  const killed = await startOther(`${deaf} ${killedSeconds}`);
  killed.kill("SIGKILL");
  await once(killed, "close");
  if (!isGuarded) {
    expect(countPrograms(`sleep ${killedSeconds}`)).toBeGreaterThan(0);
    await sandbox.sweep();
  }
  await vi.waitUntil(() => countPrograms(`sleep ${killedSeconds}`) === 0, { timeout: isGuarded ? 20_000 : 60_000 });
  expect(countPrograms(`sleep ${deafSeconds}`)).toBeGreaterThan(0);
  stop.abort();
  expect((await ended).reason).toBe("stopped");
  expect(countPrograms(`sleep ${deafSeconds}`)).toBe(0);
  await sandbox.removeWorkCopy(workCopy);
}

/** How many programs on this machine have arguments that say this. */
function countPrograms(words: string): number {
  const { stdout } = spawnSync("/usr/bin/pgrep", ["--count", "--full", "--", words], { encoding: "utf8" });
  return Number(stdout);
}

it("leaves nothing after many work copies, whatever happened in them", async () => {
  // Of its own, so that what other servers left is not looked at in place of what this one leaves.
  const ownDirectory = await mkdtemp(join(tmpdir(), "cairn-sweep-"));
  const sandbox = createSandbox({ ...testWalls, dataDirectory: ownDirectory });
  const scripts = ["true", "kill -9 -1", "mkdir d; chmod 000 d .", "ln -s /etc x; mkfifo y", "exit 3"];
  const cycle = async (round: number) => {
    let workCopy: WorkCopy;
    try {
      const signal = round % 9 === 4 ? AbortSignal.abort() : undefined;
      workCopy = await sandbox.makeWorkCopy({ ...wanted(), signal });
    } catch (error) {
      expect(error).toMatchObject({ code: "cancelled" });
      return;
    }
    const stop = new AbortController();
    const { ended } = sandbox.start(["/bin/sh", "-c", scripts[round % scripts.length] ?? ""], {
      workCopy,
      signal: stop.signal,
    });
    if (round % 7 === 3) stop.abort();
    await ended;
    await sandbox.removeWorkCopy(workCopy);
  };
  // Containers of Docker's take their time.
  const rounds = testWalls.walls === "docker" ? 20 : 60;
  for (let round = 0; round < rounds; round += 4) await Promise.all([0, 1, 2, 3].map((one) => cycle(round + one)));
  const folders = await readdir(join(ownDirectory, "work-copies"));
  expect(folders).toHaveLength(1);
  const [own = ""] = folders;
  // The folder's own socket and mark are all.
  expect((await readdir(join(ownDirectory, "work-copies", own))).toSorted()).toEqual([own, "boot"].toSorted());
  await rm(ownDirectory, { recursive: true });
});
