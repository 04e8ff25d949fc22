import { measureBaseline } from "#server/code-index/bench/rank-baseline.ts";
import { makeLocalisationSet } from "#server/code-index/bench/rank-cases.ts";
import { chanceOfDifference, measureRanking, type RankingFigures } from "#server/code-index/bench/rank-figures.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";

import { measureCitations } from "./measure-citations.ts";
import { onIndex } from "./on-index.ts";

const kinds = [
  { words: "message", label: "whole messages" },
  { words: "subject", label: "subjects alone" },
] as const;

/**
 * How well the search finds what people changed, with their commit messages as queries: the newest commits of a
 * repository against an index of the state before them.
 */
export async function evaluateOwn(directory: string): Promise<string> {
  const source = createMirrorSource(directory);
  const lines: string[] = [];
  for (const { words, label } of kinds) {
    const set = await makeLocalisationSet({ source, directory, words });
    if (set.cases.length === 0) return "Its history holds no commit that could be asked for.";
    const { cases } = set;
    const [measure, cited] = await onIndex({ directory, commit: set.commit }, async (index) => [
      measureRanking(index, cases),
      await measureCitations(index, { directory, cases }),
    ]);
    const baseline = await measureBaseline(source, set);
    lines.push(
      `${set.cases.length} commits since ${set.commit.slice(0, 10)}, ${label}: a changed file among the first 1, 5 and 10`,
      `  Cairn                        ${figuresText(measure.all)}`,
      `  where no changed file is named  ${figuresText(measure.unnamed)} (${measure.unnamed.cases} commits)`,
      `  Answers of the built-in engine cite ${cited.citations} places, ${cited.state} of which stand in git as cited; a changed file is among the first three cited of ${percent(cited.goldCited / cases.length)}`,
      `  BM25 with boosted paths      ${figuresText(baseline.all)}; a difference by chance among the first 5: p = ${chanceOfDifference(measure, baseline, 5).toPrecision(2)}`,
    );
  }
  return lines.join("\n");
}

function figuresText({ first, firstFive, firstTen, meanReciprocal }: RankingFigures): string {
  return `${[first, firstFive, firstTen].map(percent).join(" ")}, mean reciprocal rank ${meanReciprocal.toFixed(3)}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1).padStart(5)} %`;
}
