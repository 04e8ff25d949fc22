import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

import {
  conflictsOf,
  findConflictsAfter,
  mergeFirst,
} from "#server/domain/implementations/overlaps/find-conflicts-after.ts";
import { listChangedPaths } from "#server/domain/implementations/overlaps/list-changed-paths.ts";
import { findMergeBase } from "#server/platform/git/history/find-merge-base.ts";
import { initBare } from "#server/platform/git/hosting/init-bare.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";
import { findDefaultBranch } from "#server/platform/git/refs/find-default-branch.ts";

import { inFolder } from "./on-index.ts";
import { everyNth } from "./phrase-change.ts";
import { tellMeetings } from "./tell-meetings.ts";

/** A branch that was merged: its commits lay beside those of the main branch. */
interface MergedBranch {
  /** The commit that joined them, and the two that it joined. */
  merge: string;
  main: string;
  head: string;
  base: string;
}

/** Two branches that were open at the same time; `first` was merged before. */
interface OpenPair {
  first: MergedBranch;
  second: MergedBranch;
  /** Files that both change. */
  shared: number;
}

interface JudgedPair {
  pair: OpenPair;
  predicted: ReadonlySet<string>;
  real: ReadonlySet<string>;
  /** What else they would have been told to meet in, to be read. */
  symbols: string[];
  calls: string[];
}

const readMerges = 400;
const maxSideCommits = 20;
/** Branches that were merged next are compared with each. */
const nextMerges = 6;
const pairsPerRepository = 50;

/**
 * What a review would have said of two branches of the past that were open at once, against what happened: whether the second
 * conflicts with the main branch once the first is merged, in files in which it did not conflict before. Half of the pairs
 * change a file in common, where there are as many.
 */
export async function evaluateOverlaps({ directories }: { directories: readonly string[] }): Promise<string> {
  const judged: JudgedPair[] = [];
  const lines: string[] = [];
  for (const source of directories) {
    const own = await inFolder(async (folder) => await judgeRepository(await borrow(source, folder), folder));
    lines.push(`${source}: ${own.length} pairs, ${own.filter(({ real }) => real.size > 0).length} conflicts`);
    judged.push(...own);
  }
  return [...lines, ...table(judged)].join("\n");
}

/** A repository that reads the objects of another one, and writes its own elsewhere. */
async function borrow(source: string, folder: string): Promise<string> {
  const directory = path.join(folder, "repository");
  await mkdir(directory);
  await initBare(directory);
  await writeFile(path.join(directory, "objects", "info", "alternates"), `${path.resolve(source, "objects")}\n`);
  const branch = await findDefaultBranch(source);
  const tip = branch === null ? null : await resolveCommit(source, branch);
  if (tip === null) throw new Error(`${source} has no main branch`);
  await runGit({ directory, args: ["update-ref", "refs/heads/main", tip] });
  return directory;
}

async function judgeRepository(directory: string, folder: string): Promise<JudgedPair[]> {
  const pairs = await listPairs(directory, await listMergedBranches(directory));
  const [meeting, apart] = [true, false].map((isMeeting) => pairs.filter(({ shared }) => shared > 0 === isMeeting));
  const half = Math.ceil(pairsPerRepository / 2);
  const chosen = [...everyNth(meeting ?? [], half), ...everyNth(apart ?? [], half)];
  const judged: JudgedPair[] = [];
  for (const pair of chosen) {
    const head = await findHeadBeside(directory, pair);
    if (head !== null) judged.push(await judge(directory, folder, { ...pair, second: { ...pair.second, head } }));
  }
  return judged;
}

/** The newest ones, the oldest of them first. */
async function listMergedBranches(directory: string): Promise<MergedBranch[]> {
  const args = ["rev-list", "--first-parent", "--merges", "--parents", `--max-count=${readMerges}`, "main"];
  const { stdout } = await runGit({ directory, args });
  const branches: MergedBranch[] = [];
  for (const line of stdout.toString("latin1").split("\n").toReversed()) {
    const [merge, main, head, another] = line.split(" ");
    if (!merge || !main || !head || another !== undefined) continue;
    const count = await runGit({ directory, args: ["rev-list", "--count", `${main}..${head}`] });
    const commits = Number(count.stdout.toString("latin1"));
    const base = await findMergeBase(directory, { commit: main, other: head });
    if (base !== null && commits >= 1 && commits <= maxSideCommits) branches.push({ merge, main, head, base });
  }
  return branches;
}

async function listPairs(directory: string, branches: readonly MergedBranch[]): Promise<OpenPair[]> {
  const pairs: OpenPair[] = [];
  for (const [at, first] of branches.entries()) {
    const own = await pathsOf(directory, first);
    for (const second of branches.slice(at + 1, at + 1 + nextMerges)) {
      // It had begun by then.
      const isOpen = (await isWithin(directory, second.base, first.main)) && second.head !== first.head;
      if (!isOpen) continue;
      const shared = [...(await pathsOf(directory, second))].filter((one) => own.has(one)).length;
      pairs.push({ first, second, shared });
    }
  }
  return pairs;
}

function pathsOf(directory: string, { base, head }: MergedBranch): Promise<ReadonlySet<string>> {
  return listChangedPaths(directory, { baseOid: base, headOid: head }, { signal: new AbortController().signal });
}

async function isWithin(directory: string, commit: string, descendant: string): Promise<boolean> {
  const args = ["merge-base", "--is-ancestor", commit, descendant];
  return (await runGit({ directory, args, acceptExitCodes: [0, 1] })).exitCode === 0;
}

/** Where the second branch stood before it took the first one in, as people do who resolve conflicts; null for nowhere. */
async function findHeadBeside(directory: string, { first, second }: OpenPair): Promise<string | null> {
  const args = ["rev-list", "--first-parent", `--max-count=${maxSideCommits + 1}`, second.head, `^${second.base}`];
  const { stdout } = await runGit({ directory, args });
  for (const commit of stdout.toString("latin1").split("\n").filter(Boolean)) {
    if (!(await isWithin(directory, first.head, commit))) return commit;
  }
  return null;
}

async function judge(directory: string, folder: string, pair: OpenPair): Promise<JudgedPair> {
  const { first, second, shared } = pair;
  const tip = await findMainBeside(directory, pair);
  // As a review does: branches that share no file are not merged at all.
  const predicted =
    shared === 0
      ? new Set<string>()
      : await findConflictsAfter(directory, await mergeFirst(directory, tip, first.head), second.head);
  const before = await conflictsOf(directory, first.main, second.head);
  const after = await conflictsOf(directory, first.merge, second.head);
  const index = path.join(folder, "index");
  const told = await tellMeetings({ directory, folder: index, tip, changes: [first, second] });
  return { pair, predicted, real: new Set([...after].filter((file) => !before.has(file))), ...told };
}

/** Where the main branch stood when the newer of the two was written, which is when a review would have told of it. */
async function findMainBeside(directory: string, { first, second }: OpenPair): Promise<string> {
  const args = ["log", "--no-walk=unsorted", "--format=%ct", first.head, second.head];
  const dates = (await runGit({ directory, args })).stdout.toString("latin1").trim().split("\n").map(Number);
  const before = `--before=${Math.max(...dates)}`;
  const found = await runGit({ directory, args: ["rev-list", "--first-parent", "-1", before, first.main] });
  return found.stdout.toString("latin1").trim() || first.main;
}

function table(judged: readonly JudgedPair[]): string[] {
  const sets = judged.map(({ predicted, real }) => ({ predicted: predicted.size > 0, real: real.size > 0 }));
  const files = judged.flatMap(({ predicted, real }) =>
    [...new Set([...predicted, ...real])].map((file) => ({ predicted: predicted.has(file), real: real.has(file) })),
  );
  const count = (of: (pair: JudgedPair) => readonly string[]) => judged.filter((pair) => of(pair).length > 0).length;
  const byFile = judged.map(({ pair, real }) => ({ predicted: pair.shared > 0, real: real.size > 0 }));
  return [
    `${judged.length} pairs, ${byFile.filter(({ predicted }) => predicted).length} of which change a file in common`,
    `pairs that conflict:            ${score(sets)}`,
    `files in which they conflict:   ${score(files)}`,
    `by a file in common alone:      ${score(byFile)}`,
    `pairs that change a declaration in common: ${count(({ symbols }) => symbols)}, of ${count(({ symbols, real }) => (real.size > 0 ? symbols : []))} of those that conflict`,
    `pairs of which one calls what the other changes: ${count(({ calls }) => calls)}`,
    ...judged.flatMap(({ symbols, calls }) => [...symbols, ...calls]).map((line) => `  ${line}`),
  ];
}

function score(all: readonly { predicted: boolean; real: boolean }[]): string {
  const said = all.filter(({ predicted }) => predicted).length;
  const real = all.filter((one) => one.real).length;
  const right = all.filter((one) => one.predicted && one.real).length;
  const ratio = (part: number, of: number) => (of === 0 ? "none" : (part / of).toFixed(2));
  return `precision ${ratio(right, said)} (${right} of ${said}), recall ${ratio(right, real)} (${right} of ${real})`;
}
