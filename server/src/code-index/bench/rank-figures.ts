import { eachWord, splitIdentifier } from "#server/code-index/analysis/terms/split-words.ts";
import type { CodeIndex } from "#server/code-index/ports/code-index.ts";

import type { LocalisationCase } from "./rank-cases.ts";

/** How well a ranking finds changed files; shares of 0 to 1. */
export interface RankingFigures {
  cases: number;
  /** Cases with some changed file at the first rank, among the first five and ten. */
  first: number;
  firstFive: number;
  firstTen: number;
  /** Mean of one divided by the rank of the first changed file. */
  meanReciprocal: number;
}

export interface RankingMeasure {
  all: RankingFigures;
  /** Only the cases whose words name none of the changed files. */
  unnamed: RankingFigures;
  /** Rank of the first changed file by case, from 1; Infinity where none was found. */
  places: number[];
}

/** Files beyond these count as not found. */
const depth = 50;

/** Runs every case on the index. */
export function measureRanking(index: CodeIndex, cases: readonly LocalisationCase[]): RankingMeasure {
  return measureRanks(
    cases,
    cases.map(({ query, gold }) =>
      locationOf(
        gold,
        index.search(query, { limit: depth }).map(({ path }) => path),
      ),
    ),
  );
}

/** Figures of any ranking, given the rank of the first changed file by case. */
export function measureRanks(cases: readonly LocalisationCase[], locations: number[]): RankingMeasure {
  const unnamed = locations.filter((_, number) => {
    const found = cases[number];
    return found !== undefined && !isNamed(found);
  });
  return { all: figuresOf(locations), unnamed: figuresOf(unnamed), places: locations };
}

/** The rank of the first changed file among ranked paths. */
export function locationOf(gold: readonly string[], ranked: readonly string[]): number {
  const at = ranked.findIndex((path) => gold.includes(path));
  return at === -1 ? Infinity : at + 1;
}

function figuresOf(locations: readonly number[]): RankingFigures {
  const share = (limit: number): number =>
    locations.filter((position) => position <= limit).length / Math.max(1, locations.length);
  return {
    cases: locations.length,
    first: share(1),
    firstFive: share(5),
    firstTen: share(10),
    meanReciprocal: locations.reduce((sum, position) => sum + 1 / position, 0) / Math.max(1, locations.length),
  };
}

/** Whether the words hold the name of any changed file, all its parts in any order; its extension and folders apart. */
function isNamed({ query, gold }: LocalisationCase): boolean {
  const queryTerms = termsOf(query);
  return gold.some((path) => {
    const name = path.slice(path.lastIndexOf("/") + 1).replace(/(?<=.)\..*$/, "");
    const parts = [...termsOf(name.replaceAll(/[^\p{L}\p{N}]+/gu, " "))];
    return (
      parts.length > 0 &&
      parts.every((part) => queryTerms.has(part) || (parts.length > 1 && queryTerms.has(parts.join(""))))
    );
  });
}

function termsOf(text: string): Set<string> {
  const terms = new Set<string>();
  eachWord(text, 0, text.length, (word) => {
    for (const term of splitIdentifier(word)) terms.add(term);
  });
  return terms;
}

/**
 * How likely it is that two rankings as good as each other differ this much at `limit` (McNemar's test, exact,
 * two-sided): only the cases that one of them finds and the other does not say anything.
 */
export function chanceOfDifference(one: RankingMeasure, other: RankingMeasure, limit: number): number {
  let better = 0;
  let worse = 0;
  for (const [number, position] of one.places.entries()) {
    const isFound = position <= limit;
    const isFoundByOther = (other.places[number] ?? Infinity) <= limit;
    if (isFound && !isFoundByOther) better += 1;
    if (!isFound && isFoundByOther) worse += 1;
  }
  const total = better + worse;
  // Binomial terms by logarithms: a half to the power of a thousand is nothing to a number.
  let logTerm = -total * Math.LN2;
  let tail = 0;
  for (let count = 0; count <= Math.min(better, worse); count += 1) {
    tail += Math.exp(logTerm);
    logTerm += Math.log(total - count) - Math.log(count + 1);
  }
  return Math.min(1, 2 * tail);
}
