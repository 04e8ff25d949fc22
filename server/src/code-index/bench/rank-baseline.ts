import { eachWord, termHashes } from "#server/code-index/analysis/terms/split-words.ts";
import { isBinaryPath } from "#server/code-index/analysis/text/binary-path.ts";
import type { GitSource } from "#server/git-source.ts";

import type { LocalisationSet } from "./rank-cases.ts";
import { measureRanks, locationOf } from "./rank-figures.ts";
import type { RankingMeasure } from "./rank-figures.ts";

const k1 = 1.2;
const lengthShare = 0.75;
/** A word of the path counts as much as this many in the content. */
const pathBoost = 5;
const maxBytes = 500_000;

/** What every case is compared with: plain BM25 over whole files by the same splitting of words, paths boosted. */
export async function measureBaseline(source: GitSource, { commit, cases }: LocalisationSet): Promise<RankingMeasure> {
  const files = (await source.listTree(commit)).filter(
    ({ path, mode, size }) => mode.startsWith("100") && size <= maxBytes && !isBinaryPath(path.toLowerCase()),
  );
  const postings = new Map<number, { file: number; count: number }[]>();
  const lengths: number[] = [];
  let file = 0;
  for await (const { bytes } of source.readBlobs(files.map(({ oid }) => oid))) {
    const counts = new Map<number, number>();
    const content = bytes?.includes(0) === false ? bytes.toString("utf8") : "";
    lengths.push(countWords(content, 1, counts) + countWords(files[file]?.path ?? "", pathBoost, counts));
    for (const [hash, count] of counts) {
      const known = postings.get(hash);
      if (known === undefined) postings.set(hash, [{ file, count }]);
      else known.push({ file, count });
    }
    file += 1;
  }
  const average = Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, files.length));
  const rank = (query: string): string[] => {
    const scores = new Map<number, number>();
    const requested = new Map<number, number>();
    countWords(query, 1, requested);
    for (const hash of requested.keys()) {
      const locations = postings.get(hash) ?? [];
      const idf = Math.log(1 + (files.length - locations.length + 0.5) / (locations.length + 0.5));
      for (const { file: number, count } of locations) {
        const norm = 1 - lengthShare + (lengthShare * (lengths[number] ?? 0)) / average;
        scores.set(number, (scores.get(number) ?? 0) + (idf * count * (k1 + 1)) / (count + k1 * norm));
      }
    }
    const ranked = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    return ranked.map(([number]) => files[number]?.path ?? "");
  };
  return measureRanks(
    cases,
    cases.map(({ query, gold }) => locationOf(gold, rank(query))),
  );
}

/** Adds each term's weight to the counts; gives the sum. */
function countWords(text: string, weight: number, counts: Map<number, number>): number {
  let total = 0;
  eachWord(text, 0, text.length, (word) => {
    for (const hash of termHashes(word)) {
      counts.set(hash, (counts.get(hash) ?? 0) + weight);
      total += weight;
    }
  });
  return total;
}
