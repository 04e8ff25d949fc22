import path from "node:path";

import { getChangeOverview } from "@cairn/contract/change-overview";
import { listComments } from "@cairn/contract/implementation-comments";
import { getImplementationDiff, listImplementations } from "@cairn/contract/implementations";
import { getReviewMarks } from "@cairn/contract/review-marks";
import { listReviews } from "@cairn/contract/reviews";
import { getTask } from "@cairn/contract/tasks";

import { atLeast, atMost, type Figure } from "./figure.ts";
import { git } from "./git.ts";
import { startHostedProduct, untilWritten, type HostedProduct } from "./hosted-product.ts";
import { makePackageRepository } from "./package-repository.ts";
import { addFile, addService, chooseTest, startRun, untilRun, type RunKey } from "./run-steps.ts";

const reviewedFiles = 60;
const linesPerFile = 40;
const openReviews = 100;
/** Begun together; more of them only wait in line. */
const atOnce = 10;
const looks = 12;
const pushes = 5;

/** What a reviewer waits for: a change of many files, and which of many changes can be merged after each push. */
export async function benchReviews(folder: string, repositoryPath: string | null): Promise<Figure[]> {
  const source = repositoryPath ?? (await makePackageRepository(path.join(folder, "packages.git")));
  const env = { RUN_PARALLEL: String(atOnce) };
  const product = await startHostedProduct({
    dataDirectory: path.join(folder, "data"),
    source,
    webDirectory: null,
    env,
  });
  try {
    await untilWritten(product);
    const serviceId = await addService(product);
    await chooseTest(product, serviceId, null);
    const opened = await timeOpening(product, serviceId);
    const mergeable = await timeMergeable(product, { serviceId, source });
    return [
      atMost(`a review of ${reviewedFiles} files opens, p95`, opened.p95Ms, 500, "ms"),
      atMost("what it changes is known after the first look", opened.overviewMs / 1000, 5, "s"),
      atMost(`which of ${openReviews} merge after a push, slowest of ${pushes}`, mergeable.slowestMs / 1000, 2, "s"),
      atLeast("of them that do", mergeable.count, openReviews, "changes"),
    ];
  } finally {
    await product.running.stop();
  }
}

async function timeOpening(product: HostedProduct, serviceId: string): Promise<{ p95Ms: number; overviewMs: number }> {
  const lines = Array.from({ length: linesPerFile }, (_, at) => `Line ${at} of what is reviewed`);
  const patch = Array.from({ length: reviewedFiles }, (_, at) => addFile(`reviewed/${at}`, lines)).join("");
  const params = await startRun(product, serviceId, patch);
  await untilRun(product, params, ({ running }) => !running);
  const overviewMs = await timeOverview(product, params);
  const times: number[] = [];
  for (let look = 0; look < looks; look += 1) times.push(await timed(() => openReview(product, params)));
  return { p95Ms: times.toSorted((one, other) => one - other)[Math.floor(looks * 0.95)] ?? Number.NaN, overviewMs };
}

async function timeOverview({ client }: HostedProduct, params: RunKey): Promise<number> {
  return await timed(async () => {
    while ((await client.call(getChangeOverview, { params })).state !== "ready");
  });
}

/** What the first tab of the page asks for: the task and its implementations, and then all about the newest. */
async function openReview({ client }: HostedProduct, params: RunKey): Promise<void> {
  await Promise.all([client.call(getTask, { params }), client.call(listImplementations, { params, query: {} })]);
  await Promise.all([
    client.call(getImplementationDiff, { params, query: {} }),
    client.call(getChangeOverview, { params }),
    client.call(listComments, { params }),
    client.call(getReviewMarks, { params }),
  ]);
}

/** From each push on until the list of all open changes says which of them merge. */
async function timeMergeable(
  product: HostedProduct,
  { serviceId, source }: { serviceId: string; source: string },
): Promise<{ slowestMs: number; count: number }> {
  const { client, address, params } = product;
  for (let from = 1; from < openReviews; from += atOnce) {
    const names = Array.from({ length: Math.min(atOnce, openReviews - from) }, (_, at) => `open/${from + at}`);
    const runs = await Promise.all(names.map((name) => startRun(product, serviceId, addFile(name))));
    for (const run of runs) await untilRun(product, run, ({ running }) => !running);
  }
  const list = async () => await client.call(listReviews, { params, query: { limit: openReviews } });
  let slowestMs = 0;
  let count = openReviews;
  for (let push = 0; push < pushes; push += 1) {
    await pushEmptyCommit(source, address);
    const startedAt = performance.now();
    const { content } = await list();
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    count = Math.min(count, content.filter(({ canMerge }) => canMerge).length);
  }
  return { slowestMs, count };
}

async function pushEmptyCommit(source: string, address: string): Promise<void> {
  const main = (await git(["ls-remote", address, "refs/heads/main"])).split("\t")[0] ?? "";
  const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.test"];
  const commit = await git(["--git-dir", source, ...who, "commit-tree", "-p", main, "-m", "Push", `${main}^{tree}`]);
  await git(["--git-dir", source, "push", "--quiet", address, `${commit.trim()}:refs/heads/main`]);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
