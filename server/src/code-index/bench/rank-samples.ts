import { finish } from "#server/code-index/runtime/steps.ts";
import { loadRanking } from "#server/code-index/search/rank/load-ranking.ts";
import { parseQuery } from "#server/code-index/search/rank/parse-query.ts";
import { rankFiles } from "#server/code-index/search/rank/rank-files.ts";
import type { RankingData } from "#server/code-index/search/rank/rank-files.ts";
import { signalWeights, weighMaterials } from "#server/code-index/search/rank/signal-weights.ts";
import type { SignalName } from "#server/code-index/search/rank/signal-weights.ts";
import { readCommits, unpackCommit } from "#server/code-index/store/commit-rows.ts";
import { loadFiles } from "#server/code-index/store/load-files.ts";
import { openStoreForReading } from "#server/code-index/store/open-store.ts";

import type { LocalisationCase } from "./rank-cases.ts";

/** One case as numbers: one for each of `signalNames` a candidate, row after row. */
export interface Sample {
  rows: Float32Array;
  /** Each candidate's score by its kind of material, independent of the signals' weights. */
  offsets: Float64Array;
  /** Rows of the changed source files. */
  gold: number[];
}

export const signalNames = Object.keys(signalWeights) as SignalName[];
export const currentWeights = Float64Array.from(signalNames, (name) => signalWeights[name]);

const bestByScore = 100;
const bestBySignal = 8;

/** All signals of the files that may come first, by any signal, for each case. */
export function collectSamples(indexDirectory: string, cases: readonly LocalisationCase[]): Sample[] {
  const data = loadData(indexDirectory);
  const numbers = new Map(data.files.map(({ path }, number) => [path, number]));
  return cases.map(({ query, gold }) =>
    collectSample(
      query,
      data,
      gold.flatMap((path) => numbers.get(path) ?? []),
    ),
  );
}

function collectSample(text: string, data: RankingData, gold: readonly number[]): Sample {
  const query = parseQuery(text);
  const { ranked, evidence } = rankFiles(query, data);
  const picked = new Set([...gold, ...ranked.slice(0, bestByScore).map(({ file }) => file)]);
  for (const name of signalNames) {
    if (name === "size") continue;
    const values = evidence.signals[name];
    const found = ranked.map(({ file }) => file).filter((file) => (values[file] ?? 0) > 0);
    found.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));
    for (const file of found.slice(0, bestBySignal)) picked.add(file);
  }
  const files = [...picked];
  const weights = weighMaterials(query.asksFor);
  return {
    rows: Float32Array.from(files.flatMap((file) => signalNames.map((name) => evidence.signals[name][file] ?? 0))),
    offsets: Float64Array.from(files, (file) => weights[data.descriptions.materials[file] ?? "other"]),
    gold: gold.map((_, row) => row),
  };
}

function loadData(indexDirectory: string): RankingData {
  const database = openStoreForReading(indexDirectory);
  if (database === null) throw new Error(`There is no index in ${indexDirectory}`);
  const read = database.prepare("SELECT terms FROM blobs WHERE id = ?");
  const { data } = finish(
    loadRanking({
      files: loadFiles(database, () => undefined),
      commits: readCommits(database).map((commit) => unpackCommit(commit)),
      terms: (blob) => (read.get(blob)?.["terms"] as Uint8Array | null | undefined) ?? null,
      former: null,
    }),
  );
  database.close();
  return data;
}
