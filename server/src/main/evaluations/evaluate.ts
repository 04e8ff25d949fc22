import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { replayPushes } from "#server/code-index/bench/replay-pushes.ts";
import { measureReads } from "#server/platform/git/bench/measure-reads.ts";
import { compareWithGit } from "#server/platform/git/diff/compare-with-git.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { releaseAllObjects } from "#server/platform/git/objects/object-reader.ts";

import { evaluateAnswers, type AnswersWanted } from "./evaluate-answers.ts";
import { evaluateAsked } from "./evaluate-asked.ts";
import { evaluateChanges } from "./evaluate-changes.ts";
import { evaluateDocuments } from "./evaluate-documents.ts";
import { evaluateEdges } from "./evaluate-edges.ts";
import { evaluateFacts } from "./evaluate-facts.ts";
import { evaluateGrep } from "./evaluate-grep.ts";
import { evaluateLocations } from "./evaluate-locations.ts";
import { evaluateModelAnswers } from "./evaluate-model-answers.ts";
import { evaluateModelPages } from "./evaluate-model-pages.ts";
import { evaluateOverlaps } from "./evaluate-overlaps.ts";
import { evaluateOwn } from "./evaluate-own.ts";
import { evaluatePlans } from "./evaluate-plans.ts";
import { evaluatePush } from "./evaluate-push.ts";
import { evaluateRank } from "./evaluate-rank.ts";
import { evaluateRuns } from "./evaluate-runs.ts";
import { evaluateWritten } from "./evaluate-written.ts";
import { findGitDirectory } from "./find-git-directory.ts";
import { replayPages } from "./replay-pages.ts";

interface EvaluationTarget extends AnswersWanted {
  /** Kind of facts to list; null for none. */
  show: string | null;
  /** Bare, or the one in a checkout. */
  directory: string;
  /** Whether changes are made up instead of taken from the past. */
  isSeeded: boolean;
  /** Whether the model of the environment writes in place of the built-in engine. */
  isModel: boolean;
  /** Who writes changes of the past anew; null: nobody. */
  engine: string | null;
  /** So many of what there is, drawn at random; null for all. */
  sample: number | null;
  /** What is drawn; the same gives the same. */
  seed: number;
  /** A folder in which the index is kept; null for none. */
  index: string | null;
  /** Full object ids as they were given; "" where they were not. */
  commit: string;
  from: string;
  to: string;
}

/** A check of the engines on somebody's own repository; throws when it finds a difference. */
interface Evaluation {
  run: (location: EvaluationTarget) => Promise<string>;
  /** The options it cannot do without, beside the repository. */
  needs?: readonly ("commit" | "from" | "to")[];
}

const replayedPushes = 100;

const evaluations: Record<string, Evaluation> = {
  rank: { run: evaluateRank, needs: ["commit"] },
  grep: { run: evaluateGrep, needs: ["commit"] },
  push: { run: evaluatePush, needs: ["from", "to"] },
  own: { run: ({ directory }) => evaluateOwn(directory) },
  compare: { run: ({ directory }) => compare(directory) },
  replay: { run: ({ directory }) => replay(directory) },
  pages: { run: ({ directory }) => replayPages(directory) },
  documents: { run: ({ directory, ...given }) => evaluateDocuments(directory, given) },
  reads: { run: ({ directory }) => reads(directory) },
  answers: { run: evaluateAnswers },
  asked: { run: (given) => (given.isModel ? evaluateModelAnswers(given) : evaluateAsked(given)) },
  changes: { run: evaluateChanges },
  edges: { run: evaluateEdges },
  facts: { run: evaluateFacts },
  locations: { run: evaluateLocations },
  overlaps: { run: evaluateOverlaps },
  plans: { run: evaluatePlans },
  runs: { run: evaluateRuns },
  written: { run: (given) => (given.isModel ? evaluateModelPages(given.directory) : evaluateWritten(given)) },
};

/** `cairn eval NAME`: null when there is no such evaluation or something is missing. The repository is only read. */
export async function evaluate([name = "", ...args]: readonly string[]): Promise<string | null> {
  const evaluation = Object.hasOwn(evaluations, name) ? evaluations[name] : undefined;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const location = values["git-dir"] ?? positionals[0];
  if (
    location === undefined ||
    evaluation === undefined ||
    evaluation.needs?.some((option) => values[option] === undefined)
  )
    return null;
  const directory = await findGitDirectory(path.resolve(location));
  const others = await Promise.all(positionals.slice(1).map((one) => findGitDirectory(path.resolve(one))));
  const {
    commit = "",
    from = "",
    to = "",
    questions = null,
    index = null,
    show = null,
    engine = null,
    sample,
    seed = "1",
    json: isJson,
    verbose: isVerbose,
    seeded: isSeeded,
    model: isModel,
  } = values;
  try {
    return await evaluation.run({
      directory,
      directories: [directory, ...others],
      commit,
      from,
      to,
      questions,
      index,
      show,
      engine,
      sample: sample === undefined ? null : Number(sample),
      seed: Number(seed),
      isJson,
      isVerbose,
      isSeeded,
      isModel,
    });
  } finally {
    releaseAllObjects();
  }
}

const text = { type: "string" } as const;
const flag = { type: "boolean", default: false } as const;
const options = {
  "git-dir": text,
  commit: text,
  from: text,
  to: text,
  questions: text,
  index: text,
  show: text,
  engine: text,
  sample: text,
  seed: text,
  json: flag,
  verbose: flag,
  seeded: flag,
  model: flag,
};

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
