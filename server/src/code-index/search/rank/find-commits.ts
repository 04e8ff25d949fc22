import type { CommitHit } from "#server/code-index/ports/code-index.ts";
import type { CommitRecord } from "#server/git-source.ts";

import { parseQuery } from "./parse-query.ts";
import type { QueryTerm } from "./parse-query.ts";
import { inverseFrequency } from "./postings.ts";
import type { RankingData } from "./rank-files.ts";
import { scoreHistory } from "./score-history.ts";

/** Commits whose messages say most of a query, best first. Those that changed very many files say nothing of any. */
export function findCommits(input: {
  query: string;
  limit: number;
  data: RankingData;
  commits: readonly CommitRecord[];
}): CommitHit[] {
  const { history, files } = input.data;
  const query = parseQuery(input.query);
  // Two words joined to one are only a guess at a name.
  const terms = query.terms.filter(({ word }) => !word.includes(" ")).map((term) => weigh(term, input.data));
  const total = terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return scoreHistory(query, history, files.length)
    .best.flatMap((number): CommitHit[] => {
      const commit = input.commits[number];
      const met = terms.filter(({ row }) => row >= 0 && holds(input.data, row, number));
      if (commit === undefined || met.length === 0) return [];
      const coverage = met.reduce((sum, { weight }) => sum + weight, 0) / total;
      return [{ commit, coverage, words: [...new Set(met.map(({ word }) => word))] }];
    })
    .sort((a, b) => b.coverage - a.coverage)
    .slice(0, input.limit);
}

function weigh(
  { hash, word, weight }: QueryTerm,
  { history }: RankingData,
): { row: number; word: string; weight: number } {
  const row = history.table.find(hash);
  return { row, word, weight: weight * inverseFrequency(history, row, history.commitCount) };
}

/** Commits of a term ascend, so one is found by halving. */
function holds({ history: { starts, commits } }: RankingData, row: number, commit: number): boolean {
  let low = starts[row] ?? 0;
  let high = (starts[row + 1] ?? 0) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = commits[middle] ?? 0;
    if (found === commit) return true;
    if (found < commit) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
