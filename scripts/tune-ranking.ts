/**
 * `node scripts/bootstrap.mjs scripts/tune-ranking.ts REPOSITORY...`: learns the weights of ranking from the history of
 * bare git directories, and says how well they do on repositories they were not learnt from. Nothing is written.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { measureBaseline } from "../server/src/code-index/bench/rank-baseline.ts";
import { makeLocalisationSet } from "../server/src/code-index/bench/rank-cases.ts";
import type { LocalisationCase } from "../server/src/code-index/bench/rank-cases.ts";
import { chanceOfDifference, measureRanks } from "../server/src/code-index/bench/rank-figures.ts";
import type { RankingFigures, RankingMeasure } from "../server/src/code-index/bench/rank-figures.ts";
import { fitWeights, rankUnder } from "../server/src/code-index/bench/rank-fit.ts";
import { collectSamples, currentWeights, signalNames } from "../server/src/code-index/bench/rank-samples.ts";
import type { Sample } from "../server/src/code-index/bench/rank-samples.ts";
import { updateIndex } from "../server/src/code-index/update/update-index.ts";
import { createMirrorSource } from "../server/src/platform/git/mirror-source.ts";

const commitsPerSnapshot = 200;
/** Two snapshots of every history, so that small repositories contribute too. */
const snapshots = [0, commitsPerSnapshot];
const wordings = ["message", "subject"] as const;

/** All cases of one repository in one wording. */
interface Group {
  repository: string;
  words: (typeof wordings)[number];
  cases: LocalisationCase[];
  samples: Sample[];
  baselinePlaces: number[];
}

async function collectGroups(directory: string, folder: string): Promise<Group[]> {
  const source = createMirrorSource(directory);
  const groups = wordings.map((words): Group => {
    return {
      repository: path.basename(directory.replace(/\/repo$/, "")),
      words,
      cases: [],
      samples: [],
      baselinePlaces: [],
    };
  });
  for (const until of snapshots) {
    const indexDirectory = path.join(folder, `${until}`);
    for (const group of groups) {
      const set = await makeLocalisationSet({
        source,
        directory,
        words: group.words,
        commits: commitsPerSnapshot,
        until,
      });
      await updateIndex({ source, commit: set.commit, directory: indexDirectory });
      group.cases.push(...set.cases);
      group.samples.push(...collectSamples(indexDirectory, set.cases));
      group.baselinePlaces.push(...(await measureBaseline(source, set)).places);
    }
    await rm(indexDirectory, { recursive: true });
  }
  return groups;
}

function measureGroups(groups: readonly Group[], weightsOf: (group: Group) => Float64Array): RankingMeasure {
  return measureRanks(
    groups.flatMap(({ cases }) => cases),
    groups.flatMap((group) => group.samples.map((sample) => rankUnder(weightsOf(group), sample))),
  );
}

function learnFrom(groups: readonly Group[]): Float64Array {
  const filled = groups.filter(({ samples }) => samples.length > 0);
  return fitWeights(
    filled.map(({ samples }) => samples),
    currentWeights,
  );
}

function tell({ cases, first, firstFive, firstTen, meanReciprocal }: RankingFigures): string {
  const shares = [first, firstFive, firstTen].map((share) => (share * 100).toFixed(1)).join("/");
  return `${cases} cases ${shares}, MRR ${meanReciprocal.toFixed(3)}`;
}

function report(name: string, groups: readonly Group[], learnt: ReadonlyMap<string, Float64Array>): void {
  const current = measureGroups(groups, () => currentWeights);
  const validated = measureGroups(groups, ({ repository }) => learnt.get(repository) ?? currentWeights);
  const baseline = measureRanks(
    groups.flatMap(({ cases }) => cases),
    groups.flatMap(({ baselinePlaces }) => baselinePlaces),
  );
  console.log(`${name}
  BM25, path boosted  ${tell(baseline.all)}
  weights in use      ${tell(current.all)}; unnamed ${tell(current.unnamed)}
  cross-validated     ${tell(validated.all)}; p against BM25 ${chanceOfDifference(validated, baseline, 1).toExponential(0)}`);
}

const directories = process.argv.slice(2).map((location) => path.resolve(location));
const folder = await mkdtemp(path.join(os.tmpdir(), "cairn-tune-"));
try {
  const groups: Group[] = [];
  for (const directory of directories) groups.push(...(await collectGroups(directory, folder)));
  const repositories = [...new Set(groups.map(({ repository }) => repository))];
  const learnt = new Map(
    repositories.map((left) => [left, learnFrom(groups.filter(({ repository }) => repository !== left))]),
  );
  for (const words of wordings) {
    const requested = groups.filter((group) => group.words === words);
    for (const group of requested) report(`${group.repository}, ${words}`, [group], learnt);
    report(`All, ${words}`, requested, learnt);
  }
  const weights = learnFrom(groups);
  for (const [at, name] of signalNames.entries()) console.log(`${name}: ${(weights[at] ?? 0).toFixed(2)}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
