import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { CheckedEvidence } from "#server/engine/evidence/evidence.ts";
import { servedAt } from "#server/engine/facts/code/served-at.ts";
import { isEnvironmentFile } from "#server/engine/facts/project/find-config.ts";
import type { PageRepository } from "#server/engine/facts/scope/page-input.ts";
import { hideSecrets } from "#server/engine/text/hide-secrets.ts";
import { lengthOfLines, shownLine } from "#server/engine/with-model/look-up/read-passage.ts";

/** Lines around what is cited; a line of a document is a paragraph. */
const linesAround = 10;
const paragraphsAround = 3;
/** Of one citation, as many as can be looked up at once; of very many together. */
const maxCitedLines = 160;
const maxLinesOfClaim = 400;
/** A claim that rests on more, such as what sums up a section, is shown their lines alone. */
const maxSourcesWithAround = 12;
const maxHeads = 3;
const maxHeadLines = 4;
const maxDecorators = 6;
const maxMentions = 8;
const maxMentionsOfName = 3;
const shortestName = 4;

/** Lines of one file, numbered from 1, that somebody is to see, and those of them that a claim cites. */
export interface SeenLines {
  shown: ReadonlySet<number>;
  cited: ReadonlySet<number>;
}

/** A file that claims cite, as it is at the commit. */
export interface CitedFile {
  path: string;
  /** Of what a claim that names `names` cites of it. */
  linesFor(ranges: readonly CheckedEvidence[], claim: { names: readonly string[]; sources: number }): SeenLines;
  /** Lines by their numbers, cited ones marked, with "…" where some are left out. */
  show(lines: SeenLines): string;
  /** How much room a line takes. */
  lengthOf(line: number): number;
}

export async function openCitedFile(repository: PageRepository, path: string): Promise<CitedFile> {
  const { index, reader } = repository;
  const lines = withoutKeys((await reader.readLines(path)) ?? []).map((line) => shownLine(path, line));
  const symbols = index.facts(path)?.symbols ?? [];
  const isProse = lengthOfLines(path) > lengthOfLines("a.ts");
  const around = isEnvironmentFile(path) ? 0 : isProse ? paragraphsAround : linesAround;
  /** What stands elsewhere of cited lines: the whole address that they serve. */
  const knownOf = (cited: readonly number[]) =>
    runsOf(cited).flatMap((run) => {
      const [startLine = 0, endLine = startLine] = [run[0], run.at(-1)];
      const about = servedAt(repository, { path, startLine, endLine });
      return about === null ? [] : [`(${startLine}-${endLine}: ${about})`];
    });
  return {
    path,
    linesFor(ranges, { names, sources }) {
      const shown = new Set<number>();
      const cited = new Set<number>();
      const most = Math.min(maxCitedLines, Math.max(1, Math.floor(maxLinesOfClaim / sources)));
      for (const { startLine, endLine } of ranges) {
        const last = Math.min(endLine, lines.length, startLine + most - 1);
        for (let line = startLine; line <= last; line += 1) cited.add(line);
      }
      for (const line of cited) shown.add(line);
      if (around === 0 || sources > maxSourcesWithAround) return { shown, cited };
      for (const { startLine, endLine } of ranges) {
        const last = Math.min(endLine, startLine + most - 1);
        add(shown, { from: startLine - around, to: Math.min(last + around, lines.length) });
        for (const line of headsOf(symbols, lines, startLine)) shown.add(line);
      }
      for (const line of isProse ? [] : mentions(lines, names, shown)) shown.add(line);
      return { shown, cited };
    },
    show({ shown, cited }) {
      const runs = runsOf([...shown].toSorted((a, b) => a - b));
      return [
        ...knownOf([...cited].toSorted((a, b) => a - b)),
        runs.map((run) => showRun(run, { lines, cited })).join("\n…\n"),
      ].join("\n");
    },
    lengthOf: (line) => (lines[line - 1]?.length ?? 0) + String(line).length + 3,
  };
}

function add(shown: Set<number>, { from, to }: { from: number; to: number }): void {
  for (let line = Math.max(1, from); line <= to; line += 1) shown.add(line);
}

/** Where the declarations begin that a line stands in, with what stands before them to say who may and when. */
function headsOf(symbols: readonly SymbolFact[], lines: readonly string[], line: number): number[] {
  const holders = symbols.filter((one) => one.startLine <= line && one.endLine >= line && one.endLine > one.startLine);
  return holders.slice(-maxHeads).flatMap(({ startLine, signatureEndLine = startLine }) => {
    let from = startLine;
    while (from > Math.max(1, startLine - maxDecorators) && isDecorator(lines[from - 2] ?? "")) from -= 1;
    const to = Math.min(signatureEndLine, startLine + maxHeadLines - 1);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
}

const isDecorator = (line: string) => /^\s*(?:@\w|#\[|\[\w)/.test(line);

/** Where else the file speaks of what a claim names: a rule is seldom told where one of its cases stands. */
function mentions(lines: readonly string[], names: readonly string[], shown: ReadonlySet<number>): number[] {
  const found: number[] = [];
  for (const name of names) {
    const isNamed = new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`);
    let left = Math.min(maxMentionsOfName, maxMentions - found.length);
    for (let at = 0; at < lines.length && left > 0; at += 1) {
      const line = lines[at] ?? "";
      if (shown.has(at + 1) || found.includes(at + 1) || isImport.test(line) || !isNamed.test(line)) continue;
      found.push(at + 1);
      left -= 1;
    }
  }
  return found;
}

const isImport = /^\s*(?:import|from|use|using|require|#include|package)\b/;

/** Names of code in a claim that are long enough to mean one thing: the last part of `a.b.c()`. */
export function namesIn(claim: string): string[] {
  const spans = Array.from(claim.matchAll(/`([^`\n]{1,200})`/g), ([, code = ""]) => code);
  const names = spans.flatMap((code) => /^[\w$.]*?([A-Za-z_$][\w$]*)(?:\(.*\))?$/.exec(code.trim())?.[1] ?? []);
  return [...new Set(names.filter((name) => name.length >= shortestName))];
}

function runsOf(numbers: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last?.at(-1) === number - 1) last.push(number);
    else runs.push([number]);
  }
  return runs;
}

function showRun(run: readonly number[], { lines, cited }: { lines: readonly string[]; cited: ReadonlySet<number> }) {
  const safe = hideSecrets(run.map((line) => lines[line - 1] ?? "").join("\n")).split("\n");
  return run.map((line, at) => `${line}${cited.has(line) ? ">" : " "} ${safe[at] ?? ""}`).join("\n");
}

/** What stands between the marks of a private key says nothing, and must be shown to nobody. */
function withoutKeys(lines: readonly string[]): readonly string[] {
  let isInside = false;
  return lines.map((line) => {
    const begins = line.includes("-----BEGIN ") && line.includes("PRIVATE KEY-----");
    const isHidden = isInside || begins;
    isInside = isHidden && !line.includes("-----END ");
    return isHidden ? "…" : line;
  });
}
