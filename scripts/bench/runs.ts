import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { stopImplementation } from "@cairn/contract/implementations";
import { getImplementationChecks } from "@cairn/contract/run-checks";
import { listTasks } from "@cairn/contract/tasks";

import { measureFolder } from "../../server/src/platform/sandbox/process/watch-disk.ts";
import { atMost, type Figure } from "./figure.ts";
import { git } from "./git.ts";
import { startHostedProduct, untilWritten, type HostedProduct } from "./hosted-product.ts";
import { makePackageRepository } from "./package-repository.ts";
import { addFile, addService, chooseTest, startRun, untilRun, type RunKey } from "./run-steps.ts";

const plainRuns = 5;
const hangingRuns = 20;
/** No other command of a machine is likely to sleep that long: processes are told by it. */
const hangingSeconds = 3_607;
const listCalls = 60;
/** Of a team that implements a task in each of its working hours. */
const weekOfRuns = 40;

/** What runs cost beside their commands: a change that does little, runs that hang, and what is left of many. */
export async function benchRuns(folder: string, repositoryPath: string | null): Promise<Figure[]> {
  const source = repositoryPath ?? (await makePackageRepository(path.join(folder, "packages.git")));
  const dataDirectory = path.join(folder, "data");
  const env = { RUN_PARALLEL: String(hangingRuns) };
  const product = await startHostedProduct({ dataDirectory, source, webDirectory: null, env });
  try {
    await untilWritten(product);
    const files = (await git(["--git-dir", source, "ls-tree", "-r", "--name-only", "HEAD"])).split("\n").length - 1;
    const serviceId = await addService(product);
    const plain = await runPlainly(product, serviceId);
    const hanging = await runHanging(product, serviceId);
    const left = await runForAWeek(product, { serviceId, dataDirectory });
    return [
      atMost(`a run beside its commands, ${files} files, median of ${plainRuns}`, plain.besideMs / 1000, 5, "s"),
      atMost("the same where nothing is run", plain.emptyMs / 1000, 5, "s"),
      atMost(`list of tasks while ${hangingRuns} runs hang, p95`, hanging.p95Ms, 300, "ms"),
      atMost("memory of the server then", hanging.memoryBytes / 1e6, 1_500, "MB"),
      atMost(`from Stop to none of a run's processes left, slowest of ${hangingRuns}`, hanging.stopMs / 1000, 2, "s"),
      atMost(`work copies and folders left of ${weekOfRuns} runs`, left.bytes / 1e6, 0, "MB"),
    ];
  } finally {
    await product.running.stop();
  }
}

/** Milliseconds from the press to the end, without what the commands themselves took. */
async function runPlainly(product: HostedProduct, serviceId: string) {
  const measure = async (name: string) => {
    const times: number[] = [];
    for (let round = 0; round < plainRuns; round += 1) {
      const startedAt = performance.now();
      const run = await startRun(product, serviceId, addFile(`${name}-${round}`));
      await untilRun(product, run, ({ running }) => !running);
      const tookMs = performance.now() - startedAt;
      const { runs } = await product.client.call(getImplementationChecks, { params: run });
      times.push(tookMs - runs.reduce((sum, { durationMs, isReused }) => sum + (isReused ? 0 : durationMs), 0));
    }
    return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
  };
  await chooseTest(product, serviceId, null);
  const emptyMs = await measure("empty");
  await chooseTest(product, serviceId, "sleep 1");
  return { emptyMs, besideMs: await measure("plain") };
}

async function runHanging(product: HostedProduct, serviceId: string) {
  await chooseTest(product, serviceId, `exec sleep ${hangingSeconds}`);
  const runs: RunKey[] = [];
  for (let n = 0; n < hangingRuns; n += 1) runs.push(await startRun(product, serviceId, addFile(`hanging-${n}`)));
  for (const run of runs) await untilRun(product, run, ({ progress }) => progress?.title.startsWith("Test") === true);
  const { organizationId, projectId } = product.params;
  const times: number[] = [];
  let memoryBytes = 0;
  for (let call = 0; call < listCalls; call += 1) {
    const startedAt = performance.now();
    await product.client.call(listTasks, { params: { organizationId, projectId }, query: {} });
    times.push(performance.now() - startedAt);
    // With all threads, and with what this bench itself takes.
    memoryBytes = Math.max(memoryBytes, process.memoryUsage.rss());
    await wait(50);
  }
  const p95Ms = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN;
  return { p95Ms, memoryBytes, stopMs: await stopAll(product, runs) };
}

/** Milliseconds that the slowest of these took, each stopped after the one before it had ended with its processes. */
async function stopAll(product: HostedProduct, runs: readonly RunKey[]): Promise<number> {
  let slowestMs = 0;
  let left = await countHanging();
  if (left < runs.length) throw new Error(`${runs.length} runs hang, and only ${left} of their processes are seen`);
  for (const params of runs) {
    const startedAt = performance.now();
    await product.client.call(stopImplementation, { params });
    left -= 1;
    while ((await countHanging()) > left) await wait(5);
    await untilRun(product, params, ({ running }) => !running);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  }
  return slowestMs;
}

/** How many processes of this machine carry out the command that hangs. */
async function countHanging(): Promise<number> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
  return commands.filter((command) => command === `sleep\0${hangingSeconds}\0`).length;
}

/** Bytes of everything that runs work in, once as many have ended as in a week, some of them by a stop. */
async function runForAWeek(
  product: HostedProduct,
  { serviceId, dataDirectory }: { serviceId: string; dataDirectory: string },
): Promise<{ bytes: number }> {
  await chooseTest(product, serviceId, "head -c 3000000 /dev/zero > built; sleep 0.1");
  const atOnce = 4;
  for (let n = 0; n < weekOfRuns; n += atOnce) {
    const names = Array.from({ length: atOnce }, (_, at) => `week-${n + at}`);
    const runs = await Promise.all(names.map((name) => startRun(product, serviceId, addFile(name))));
    const [first] = runs;
    if (first !== undefined) await product.client.call(stopImplementation, { params: first }).catch(() => undefined);
    for (const run of runs) await untilRun(product, run, ({ running }) => !running);
  }
  // Threads that were stopped have a moment to put their things away.
  let bytes = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 50 && bytes > 0; look += 1) {
    await wait(200);
    bytes = await measureLeft(dataDirectory);
  }
  return { bytes };
}

async function measureLeft(dataDirectory: string): Promise<number> {
  let bytes = 0;
  for (const name of ["work-copies", "runs"]) {
    const folder = path.join(dataDirectory, name);
    for (const own of await readdir(folder).catch(() => [])) {
      // A server's own folder is there as long as it is; what counts are the folders in it.
      const inside = await readdir(path.join(folder, own), { withFileTypes: true }).catch(() => []);
      const left = name === "runs" ? [{ name: "" }] : inside.filter((entry) => entry.isDirectory());
      for (const one of left) bytes += (await measureFolder(path.join(folder, own, one.name))).bytes;
    }
  }
  return bytes;
}
