import { spawnSync } from "node:child_process";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { LineQuery } from "#server/code-index/ports/line-query.ts";

import { median, timed } from "./timing.ts";

export interface GrepMeasure {
  queries: number;
  /** Patterns for which both do not find the same lines; empty when all is well. */
  differences: string[];
  /** Time of ripgrep, process start and all, by time of the index: over the queries. */
  medianRatio: number;
  leastRatio: number;
  /** All times of ripgrep by all times of the index. */
  sumRatio: number;
  /** Of the first 50 results. */
  p95Ms: number;
}

const literals = [
  "error", "import", "TODO", "return", "config", "async function", "package", "http", "=>", "test", "nothing has this name",
  "README", "version", "node_modules", "string", "é", "license", "default", "->", "name:",
]; // prettier-ignore

const expressions = [
  "\\berr(or)?\\b", "^import .* from", "func \\w+\\(", "[A-Z]{3,}_[A-Z]+", "(get|set)[A-Z]\\w+\\(", "\\d{4}-\\d{2}-\\d{2}", "^\\s*//",
  "TODO|FIXME", "https?://[\\w./-]+", "\\w+@\\w+\\.\\w+", "v\\d+\\.\\d+\\.\\d+", "new [A-Z]\\w*", "=\\s*\\[\\]", "\\p{Lu}\\p{Ll}+Error", "return .*;$",
  "^$", "class \\w+ extends \\w+", "[^\\x00-\\x7F]", "\\$\\{[^}]+\\}", "(?i)deprecated",
]; // prettier-ignore

const plain = { ignoreCase: false, isWord: false };
const grepQueries: readonly LineQuery[] = [
  ...literals.map((pattern) => ({ pattern, isRegex: false, ...plain })),
  ...expressions.map((pattern) => ({ pattern, isRegex: true, ...plain })),
  { pattern: "error", isRegex: false, ignoreCase: true, isWord: false },
  { pattern: "test", isRegex: false, ignoreCase: false, isWord: true },
];

/** Exact search beside ripgrep on a checkout of the same commit: the same lines, and how long each takes; by turns. */
export async function measureGrep(input: {
  index: CodeIndex;
  /** Work tree of the index's commit. */
  checkout: string;
  /** Path of the `rg` program. */
  ripgrep: string;
  rounds?: number;
}): Promise<GrepMeasure> {
  const { index, checkout, ripgrep, rounds = 3 } = input;
  await index.warmLines();
  const differences: string[] = [];
  const times: { rgMs: number; ownMs: number }[] = [];
  const firstMs: number[] = [];
  for (const query of grepQueries) {
    const best = { rgMs: Infinity, ownMs: Infinity };
    let theirs: string[] = [];
    let own: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      let output = Buffer.alloc(0);
      const rg = async (): Promise<void> => {
        output = spawnSync(ripgrep, ripgrepArguments(query), { cwd: checkout, maxBuffer: 1 << 30 }).stdout;
      };
      best.rgMs = Math.min(best.rgMs, await timed(rg));
      theirs = matchesIn(output);
      const search = async (): Promise<void> => {
        own = (await index.listMatchingLines(query, { deadlineMs: 60_000 })).lines;
      };
      best.ownMs = Math.min(best.ownMs, await timed(search));
      firstMs.push(await timed(() => index.findLines(query, { maxLines: 50 })));
    }
    times.push(best);
    if (own.toSorted().join("\n") !== theirs.toSorted().join("\n")) differences.push(query.pattern);
  }
  const ratios = times.map(({ rgMs, ownMs }) => rgMs / ownMs);
  const sum = (pick: (time: { rgMs: number; ownMs: number }) => number): number =>
    times.reduce((total, time) => total + pick(time), 0);
  return {
    queries: times.length,
    differences,
    medianRatio: median(ratios),
    leastRatio: Math.min(...ratios),
    sumRatio: sum(({ rgMs }) => rgMs) / sum(({ ownMs }) => ownMs),
    p95Ms: firstMs.toSorted((a, b) => a - b)[Math.floor(firstMs.length * 0.95)] ?? 0,
  };
}

function ripgrepArguments({ pattern, isRegex, ignoreCase, isWord }: LineQuery): string[] {
  const options = [...(isRegex ? [] : ["-F"]), ...(ignoreCase ? ["-i"] : []), ...(isWord ? ["-w"] : [])];
  const all = ["--no-config", "-n", "--no-heading", "--null", "--hidden", "--no-ignore", "-g", "!.git"];
  return [...all, ...options, "-e", pattern, "."];
}

/** `path:line` of each line of the output, which has a NUL behind the path. */
function matchesIn(output: Buffer): string[] {
  return output
    .toString("latin1")
    .split("\n")
    .flatMap((text) => {
      const [, path, line] = /^\.\/(.*?)\0(\d+):/s.exec(text) ?? [];
      return path === undefined ? [] : [`${Buffer.from(path, "latin1").toString()}:${line}`];
    });
}
