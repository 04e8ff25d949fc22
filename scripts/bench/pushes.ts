import { appendFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { getRepository } from "@cairn/contract/repositories";

import type { ApiClient } from "../../server/src/main/seed/api-client.ts";
import { atMost, type Figure } from "./figure.ts";
import { git } from "./git.ts";
import { addHostedProduct, startHostedProduct, untilWritten, type HostedProduct } from "./hosted-product.ts";
import { makePackageRepository } from "./package-repository.ts";

const repositoryCount = 4;
/** Small, because what is measured is how soon an index run starts, more than how long it takes. */
const fileCount = 200;
/** Every repository gets a push this often, whether or not the one before is indexed: some pushes come during a run. */
const pushIntervalMs = 2000;
const pushingMs = 60_000;
/** Pushes that are not indexed this long after the last one count with the time they have waited by then. */
const maxWaitMs = 90_000;
const pollMs = 50;

type PushedRepository = Pick<HostedProduct, "params" | "address">;

/** Steady pushes to several hosted repositories: from the end of each push until its commit is indexed. */
export async function benchPushes(folder: string, repositoryPath: string | null): Promise<Figure[]> {
  const source = repositoryPath ?? (await makePackageRepository(path.join(folder, "packages.git"), fileCount));
  const dataDirectory = path.join(folder, "data");
  const { running, client, ...first } = await startHostedProduct({ dataDirectory, source, webDirectory: null });
  try {
    const { organizationId } = first.params;
    const hosted: PushedRepository[] = [first];
    for (let n = 2; n <= repositoryCount; n += 1) {
      hosted.push(await addHostedProduct(client, { organizationId, name: `Packages ${n}`, source }));
    }
    for (const { params } of hosted) await untilWritten({ client, params });
    const waited = await Promise.all(
      hosted.map(async (repository, n) => {
        const tree = path.join(folder, `tree-${n}`);
        await git(["clone", "--quiet", "--depth", "5", repository.address, tree]);
        return await pushSteadily(client, repository, { tree, delayMs: (n * pushIntervalMs) / hosted.length });
      }),
    );
    return describe(waited.flat());
  } finally {
    await running.stop();
  }
}

function describe(waitedMs: readonly number[]): Figure[] {
  const inOrder = waitedMs.toSorted((one, other) => one - other);
  const quantile = (share: number) => (inOrder[Math.ceil(inOrder.length * share) - 1] ?? Infinity) / 1000;
  const shown = `median ${quantile(0.5).toFixed(1)}, longest ${quantile(1).toFixed(1)} s`;
  const what = `${waitedMs.length} pushes to ${repositoryCount} repositories, p99 until indexed (${shown})`;
  return [atMost(what, quantile(0.99), 3, "s")];
}

interface Push {
  commit: string;
  endedAt: number;
}

interface Pushing {
  pushes: Push[];
  isOver: boolean;
}

/** Milliseconds from the end of each push until the index is at its commit or a later one. */
async function pushSteadily(client: ApiClient, { params }: PushedRepository, given: PushPlan): Promise<number[]> {
  const pushing: Pushing = { pushes: [], isOver: false };
  const [, waited] = await Promise.all([pushAll(pushing, given), watchIndex(client, params, pushing)]);
  return waited;
}

interface PushPlan {
  tree: string;
  /** Before the first push, so that not all repositories are pushed to in the same moment. */
  delayMs: number;
}

async function pushAll(pushing: Pushing, { tree, delayMs }: PushPlan): Promise<void> {
  try {
    const startedAt = performance.now() + delayMs;
    for (let n = 0; n * pushIntervalMs < pushingMs; n += 1) {
      await wait(Math.max(0, startedAt + n * pushIntervalMs - performance.now()));
      pushing.pushes.push(await push(tree, n));
    }
  } finally {
    pushing.isOver = true;
  }
}

async function watchIndex(client: ApiClient, params: PushedRepository["params"], pushing: Pushing): Promise<number[]> {
  const { pushes } = pushing;
  const waitedMs: number[] = [];
  for (;;) {
    const { indexing } = await client.call(getRepository, { params });
    const now = performance.now();
    const reached = pushes.findIndex(({ commit }) => commit === indexing.commit);
    const isLate = now - (pushes.at(-1)?.endedAt ?? now) > maxWaitMs;
    const end = pushing.isOver && isLate ? pushes.length : reached + 1;
    for (const { endedAt } of pushes.slice(waitedMs.length, end)) waitedMs.push(now - endedAt);
    if (pushing.isOver && waitedMs.length >= pushes.length) return waitedMs;
    await wait(pollMs);
  }
}

async function push(tree: string, n: number): Promise<Push> {
  await appendFile(path.join(tree, "harbour.js"), `\nexport function moor${n}() {}\n`);
  await git(["add", "--all"], tree);
  await git(["commit", "--quiet", "-m", `Moor ${n}`], tree);
  await git(["push", "--quiet"], tree);
  return { commit: (await git(["rev-parse", "HEAD"], tree)).trim(), endedAt: performance.now() };
}
