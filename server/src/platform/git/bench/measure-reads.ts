import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { diffCommits } from "#server/platform/git/diff/diff-commits.ts";
import { readHistory } from "#server/platform/git/history/read-history.ts";
import { listFolder, listTree } from "#server/platform/git/objects/list-tree.ts";
import { readBlob } from "#server/platform/git/objects/read-blob.ts";
import { readCommitHeader } from "#server/platform/git/objects/read-commit-header.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { findDefaultBranch } from "#server/platform/git/refs/find-default-branch.ts";
import { listBranches } from "#server/platform/git/refs/list-branches.ts";

export interface ReadMeasure {
  call: "tree" | "file" | "diff" | "branches";
  /** Medians over all rounds, the call and the git command it replaces in turns. */
  callMs: number;
  gitMs: number;
  /** What the call may take: twice git's time and 5 ms. */
  limitMs: number;
}

const execute = promisify(execFile);
const defaultRounds = 50;

/** Times reading folders, files, diffs and branches of a bare repository, each against one plain git command. */
export async function measureReads(options: { directory: string; rounds?: number }): Promise<ReadMeasure[]> {
  const { directory, rounds = defaultRounds } = options;
  const git = (...args: string[]) =>
    execute("git", [`--git-dir=${directory}`, ...args], { encoding: "buffer", maxBuffer: 1 << 30 });
  const branch = (await findDefaultBranch(directory)) ?? "";
  const commit = (await resolveCommit(directory, branch)) ?? "";
  const files = (await listTree(directory, commit)).filter(({ mode }) => mode.startsWith("100"));
  const { commits } = await readHistory(directory, { commit, skip: 0, limit: rounds });
  const resolve = async (revision: string) => (await resolveCommit(directory, revision)) ?? "";
  const pathAt = (round: number) => files[Math.floor((round * files.length) / rounds)]?.path ?? "";
  const folderAt = (round: number) => pathAt(round).slice(0, Math.max(0, pathAt(round).lastIndexOf("/")));
  const commitAt = (round: number) => commits[round % commits.length]?.oid ?? "";
  const pairs: [ReadMeasure["call"], TimedCall, TimedCall][] = [
    [
      "tree",
      async (round) => listFolder(directory, { commit: await resolve(branch), path: folderAt(round) }),
      (round) => git("ls-tree", "-z", `${branch}:${folderAt(round)}`),
    ],
    [
      "file",
      async (round) => readBlob(directory, { commit: await resolve(branch), path: pathAt(round), maxBytes: 1 << 30 }),
      (round) => git("cat-file", "blob", `${branch}:${pathAt(round)}`),
    ],
    [
      "diff",
      async (round) => {
        const head = await resolve(commitAt(round));
        const base = (await readCommitHeader(directory, head)).parents[0] ?? null;
        return await diffCommits(directory, { base, head, contextLines: 3 });
      },
      (round) => git("diff-tree", "--root", "-p", "-r", "-M", "--first-parent", "-m", commitAt(round)),
    ],
    ["branches", () => listBranches(directory), () => git("for-each-ref", "--sort=-committerdate", "refs/heads/")],
  ];
  const measures: ReadMeasure[] = [];
  for (const [call, ours, theirs] of pairs) measures.push(await measurePair(call, { ours, theirs, rounds }));
  return measures;
}

type TimedCall = (round: number) => Promise<unknown>;

async function measurePair(
  call: ReadMeasure["call"],
  { ours, theirs, rounds }: { ours: TimedCall; theirs: TimedCall; rounds: number },
): Promise<ReadMeasure> {
  const callTimes: number[] = [];
  const gitTimes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    callTimes.push(await time(() => ours(round)));
    gitTimes.push(await time(() => theirs(round)));
  }
  const gitMs = median(gitTimes);
  return { call, callMs: median(callTimes), gitMs, limitMs: 2 * gitMs + 5 };
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
}
