import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

import { createSandbox } from "../../server/src/platform/sandbox/create-sandbox.ts";
import type { Sandbox, WorkCopy } from "../../server/src/platform/sandbox/port/sandbox-port.ts";
import { atMost, type Figure } from "./figure.ts";
import { git } from "./git.ts";
import { makePackageRepository } from "./package-repository.ts";

const rounds = 41;
const installedFiles = 5_000;
/** Each of these takes a whole checkout. */
const copies = 5;

/** What the sandbox adds to a command that does nothing, and how long its files and its end take. */
export async function benchSandbox(folder: string, repositoryPath: string | null): Promise<Figure[]> {
  const repository = repositoryPath ?? (await makePackageRepository(path.join(folder, "packages.git")));
  const commit = (await git(["--git-dir", repository, "rev-parse", "HEAD"])).trim();
  const sandbox = createSandbox({ dataDirectory: path.join(folder, "data") });
  const files = (await git(["--git-dir", repository, "ls-tree", "-r", "--name-only", commit])).split("\n").length - 1;
  const whole = await repeatWhole(copies, sandbox, { repository, commit });
  const workCopy = await sandbox.makeWorkCopy({ repository, commit });
  const command = () => sandbox.start(["/bin/true"], { workCopy }).ended;
  await command();
  // In turns, so that both see the same machine.
  const [plain, walled]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    plain.push(await time(() => once(spawn("/bin/true", { stdio: "ignore" }), "close")));
    walled.push(await time(command));
  }
  const stopped = await repeat(rounds, () => stopOne(sandbox, workCopy));
  await sandbox.removeWorkCopy(workCopy);
  const putBack = await putInstallBack(sandbox, { repository, commit });
  const [plainMs, walledMs] = [median(plain), median(walled)];
  return [
    atMost(`Command in the sandbox, beside ${plainMs.toFixed(1)} ms without`, walledMs, 60, "ms"),
    atMost("The same as a multiple of a program's start", walledMs / plainMs, 40, "x"),
    atMost("From stop to nothing left", median(stopped), 2_000, "ms"),
    atMost(`Work copy of ${files} files, made`, median(whole.made), 1_000, "ms"),
    atMost("The same with one file changed, taken", median(whole.taken), 500, "ms"),
    atMost("The same, removed", median(whole.removed), 500, "ms"),
    atMost(`What an install left, ${installedFiles} files, put back`, putBack, 1_500, "ms"),
  ];
}

/** Milliseconds, once it was kept. */
async function putInstallBack(sandbox: Sandbox, wanted: { repository: string; commit: string }): Promise<number> {
  const command = `mkdir node_modules; cd node_modules; for i in $(seq ${installedFiles}); do echo $i > $i.js; done`;
  const times = await repeat(copies, async () => {
    const workCopy = await sandbox.makeWorkCopy(wanted);
    const took = await time(() => sandbox.install({ workCopy, command, isTrusted: true }));
    await sandbox.removeWorkCopy(workCopy);
    return took;
  });
  return median(times.slice(1));
}

/** What a run that does nothing takes beside its commands, part by part. */
async function repeatWhole(times: number, sandbox: Sandbox, wanted: { repository: string; commit: string }) {
  const [made, taken, removed]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < times; round += 1) {
    let workCopy: WorkCopy | null = null;
    made.push(await time(async () => (workCopy = await sandbox.makeWorkCopy(wanted))));
    if (workCopy === null) throw new Error("No work copy was made");
    const one: WorkCopy = workCopy;
    await sandbox.start(["/bin/sh", "-c", "sleep 1; echo changed > changed.txt"], { workCopy: one }).ended;
    taken.push(await time(() => sandbox.takeTree(one)));
    removed.push(await time(() => sandbox.removeWorkCopy(one)));
  }
  return { made, taken, removed };
}

/** Milliseconds from the stop alone. */
async function stopOne(sandbox: Sandbox, workCopy: WorkCopy): Promise<number> {
  const stop = new AbortController();
  const started = Promise.withResolvers<void>();
  const options = { workCopy, signal: stop.signal, onOutput: () => started.resolve() };
  const script = "trap '' TERM INT HUP; (setsid sleep 600 &); echo on; sleep 600";
  const { ended } = sandbox.start(["/bin/sh", "-c", script], options);
  await started.promise;
  return await time(() => {
    stop.abort();
    return ended;
  });
}

async function repeat(times: number, measureOnce: () => Promise<number>): Promise<number[]> {
  const found: number[] = [];
  for (let round = 0; round < times; round += 1) found.push(await measureOnce());
  return found;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
