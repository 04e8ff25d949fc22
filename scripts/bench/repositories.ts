import { randomUUID } from "node:crypto";
import { appendFile, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { getFile, getTree } from "@cairn/contract/code-browsing";
import { getDiff } from "@cairn/contract/code-history";
import { searchCode } from "@cairn/contract/search";

import { hostedDirectory } from "../../server/src/platform/storage/data-folders.ts";
import { startGitHttpServer } from "../../server/src/testing/git-http-server.ts";
import { atMost, type Figure } from "./figure.ts";
import { git } from "./git.ts";
import { startHostedProduct, untilWritten, type HostedProduct } from "./hosted-product.ts";
import { makePackageRepository } from "./package-repository.ts";

const cloneRounds = 5;
const pushRounds = 9;
const callRounds = 30;
const pollMs = 10;
/** The time a call may take besides the git command behind it. */
const callOverheadMs = 5;

interface Hosted extends Omit<HostedProduct, "running"> {
  /** Where the server keeps it. */
  directory: string;
  folder: string;
}

/** Hosted git: clone against git's own server, a push until its words are found, and calls against git's commands. */
export async function benchRepositories(folder: string, repositoryPath: string | null): Promise<Figure[]> {
  const source = repositoryPath ?? (await makePackageRepository(path.join(folder, "packages.git")));
  const dataDirectory = path.join(folder, "data");
  const { running, ...product } = await startHostedProduct({ dataDirectory, source, webDirectory: null });
  try {
    const directory = hostedDirectory(dataDirectory, product.params.repositoryId);
    const hosted = { ...product, directory, folder };
    await untilWritten(product);
    const quiet = [await benchClone(hosted), ...(await benchCalls(hosted))];
    return [...quiet, await benchPush(hosted)];
  } finally {
    await running.stop();
  }
}

async function benchClone({ address, directory, folder }: Hosted): Promise<Figure> {
  const plain = await startGitHttpServer({ root: path.dirname(directory), host: "127.0.0.1" });
  try {
    const target = path.join(folder, "clone");
    const cloneFrom = async (from: string): Promise<number> => {
      const ms = await timed(() => git(["clone", "--quiet", "--bare", from, target]));
      await rm(target, { recursive: true });
      return ms;
    };
    let ours = Infinity;
    let theirs = Infinity;
    for (let round = 0; round < cloneRounds; round += 1) {
      theirs = Math.min(theirs, await cloneFrom(`${plain.origin}/${path.basename(directory)}`));
      ours = Math.min(ours, await cloneFrom(address));
    }
    const shown = `clone over HTTP / git http-backend alone (${ours.toFixed(0)} : ${theirs.toFixed(0)} ms)`;
    return atMost(shown, ours / theirs, 1 / 0.7, "x");
  } finally {
    await plain.close();
  }
}

/** From the start of `git push` to the first search that finds the new word. */
async function benchPush({ client, params, address, folder }: Hosted): Promise<Figure> {
  const tree = path.join(folder, "tree");
  await git(["clone", "--quiet", "--depth", "5", address, tree]);
  const files = (await git(["-C", tree, "ls-files"])).trim().split("\n");
  const found = async (word: string) =>
    (await client.call(searchCode, { params, query: { query: word } })).content.some(({ excerpt }) =>
      excerpt.includes(word),
    );
  const untilIndexed = async (word: string) => {
    while (!(await found(word))) await wait(pollMs);
  };
  const sources = files.filter((file) => file.endsWith(".js"));
  const times: number[] = [];
  for (let round = 0; round < pushRounds; round += 1) {
    const word = `harbour${randomUUID().replaceAll(/[^a-z]/g, "")}${round}`;
    await appendFile(path.join(tree, sources[round * 7] ?? ""), `\nfunction ${word}() {}\n`);
    await git(["-C", tree, "commit", "--quiet", "--all", "-m", `Round ${round}`]);
    times.push(await timed(() => git(["-C", tree, "push", "--quiet"]).then(() => untilIndexed(word))));
  }
  return atMost(`push to found, ${files.length} files (median of ${pushRounds})`, median(times), 1000, "ms");
}

/** Tree, file and diff over HTTP beside the bare command; what is beyond the allowed overhead counts. */
async function benchCalls({ client, params, directory }: Hosted): Promise<Figure[]> {
  const bare = (args: string[]) => git([`--git-dir=${directory}`, ...args]);
  const tree = await client.call(getTree, { params: { ...params, branchName: "main" }, query: { path: "packages" } });
  const folder = tree.children?.find(({ isFolder }) => isFolder)?.path ?? "";
  const listed = await bare(["ls-tree", "-r", "--name-only", "main", `${folder}/`]);
  const file = listed.trim().split("\n")[0] ?? "";
  const onMain = { ...params, branchName: "main" };
  const pairs: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    [
      "tree call",
      () => client.call(getTree, { params: onMain, query: { path: folder } }),
      () => bare(["ls-tree", "main", `${folder}/`]),
    ],
    [
      "file call",
      () => client.call(getFile, { params: onMain, query: { path: file } }),
      () => bare(["cat-file", "blob", `main:${file}`]),
    ],
    [
      "diff call",
      () => client.call(getDiff, { params: { ...onMain, compareTo: "parent" } }),
      () => bare(["diff-tree", "-p", "-M", "main~1", "main"]),
    ],
  ];
  const figures: Figure[] = [];
  for (const [name, ours, theirs] of pairs) figures.push(await compareCalls(name, ours, theirs));
  return figures;
}

async function compareCalls(
  name: string,
  ours: () => Promise<unknown>,
  theirs: () => Promise<unknown>,
): Promise<Figure> {
  const own: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < callRounds; round += 1) {
    floor.push(await timed(theirs));
    own.push(await timed(ours));
  }
  const [ownMs, floorMs] = [median(own), median(floor)];
  const shown = `${name} beyond ${callOverheadMs} ms / git (${ownMs.toFixed(1)} : ${floorMs.toFixed(1)} ms)`;
  return atMost(shown, Math.max(0, ownMs - callOverheadMs) / floorMs, 2, "x");
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
