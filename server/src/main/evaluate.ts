import { mkdtemp, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { replayPushes } from "../code-index/bench/replay-pushes.ts";
import { measureReads } from "../platform/git/bench/measure-reads.ts";
import { compareWithGit } from "../platform/git/compare-with-git.ts";
import { createMirrorSource } from "../platform/git/mirror-source.ts";
import { releaseAllObjects } from "../platform/git/object-reader.ts";

/** A check of the engines on somebody's own repository; throws when it finds a difference. */
type Evaluation = (directory: string) => Promise<string>;

const replayedPushes = 100;

const evaluations: Record<string, Evaluation> = { compare, replay, reads };

/** `cairn eval NAME PATH`: null when there is no such evaluation. The repository is only read. */
export async function evaluate([name = "", place]: readonly string[]): Promise<string | null> {
  if (place === undefined || !Object.hasOwn(evaluations, name)) return null;
  const directory = await findGitDirectory(path.resolve(place));
  try {
    return (await evaluations[name]?.(directory)) ?? null;
  } finally {
    releaseAllObjects();
  }
}

/** A bare repository is one itself, a checkout has one in it. */
async function findGitDirectory(place: string): Promise<string> {
  const inner = path.join(place, ".git");
  return (await stat(inner).catch(() => null))?.isDirectory() ? inner : place;
}

async function compare(directory: string): Promise<string> {
  const { branches, paths, files, diffs, diffedFiles, differences, differenceCount } = await compareWithGit({
    directory,
  });
  const read = `${branches} branches, ${paths} paths, ${files} different files, ${diffs} diffs with ${diffedFiles} files`;
  if (differenceCount === 0) return `${read}: all as git has them.`;
  throw new Error([`${read}: ${differenceCount} differences`, ...differences].join("\n"));
}

async function replay(directory: string): Promise<string> {
  const workFolder = await mkdtemp(path.join(os.tmpdir(), "cairn-replay-"));
  try {
    const source = createMirrorSource(directory);
    const found = await replayPushes({ source, directory, commits: replayedPushes, workFolder });
    const { pushes, updateMs, floorMs, ratio, freshMs, comparisons, differences, grownBytes } = found;
    const figures = [
      `${pushes} pushes; ${comparisons} times compared with an index built anew: ${differences.length} differences`,
      `update ${updateMs.toFixed(1)} ms, git alone ${floorMs.toFixed(1)} ms, ratio ${ratio.toFixed(2)} (medians)`,
      `first answer afterwards ${freshMs.toFixed(1)} ms; memory ${(grownBytes / 1e6).toFixed(0)} MB more than at the tenth`,
    ];
    if (differences.length === 0) return figures.join("\n");
    throw new Error([...figures, ...differences].join("\n"));
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

async function reads(directory: string): Promise<string> {
  const measures = await measureReads({ directory });
  const lines = measures.map(
    ({ call, callMs, gitMs, limitMs }) =>
      `${call.padEnd(10)} ${callMs.toFixed(1)} ms, git ${gitMs.toFixed(1)} ms, at most ${limitMs.toFixed(1)} ms`,
  );
  return lines.join("\n");
}
