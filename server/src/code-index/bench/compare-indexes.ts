import { isDeepStrictEqual } from "node:util";

import { openIndex } from "#server/code-index/snapshot/open-index.ts";

import { dumpIndex } from "./dump-index.ts";

/** The parts in which two indexes of one commit differ, by what is stored and by every kind of answer; empty when none. */
export function differencesBetween(one: string, other: string): string[] {
  const subjects = openIndex(other)?.history.recentCommits(30) ?? [];
  const queries = ["how does it start", "error handling", "configuration", ...subjects.map(({ subject }) => subject)];
  const [first, second] = [dumpIndex(one, queries), dumpIndex(other, queries)];
  return [
    ...differingParts(first.stored, second.stored).map((part) => `stored ${part}`),
    ...differingParts(first.answers ?? {}, second.answers ?? {}).map((part) => `answered ${part}`),
  ];
}

function differingParts(one: object, other: object): string[] {
  const parts = new Map<string, unknown>(Object.entries(other));
  return Object.entries(one)
    .filter(([part, value]) => !isDeepStrictEqual(value, parts.get(part)))
    .map(([part]) => part);
}
