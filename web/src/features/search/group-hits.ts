import { topicIdOfPath } from "@cairn/contract/external-context";
import type { CodeHit, LineHits } from "@cairn/contract/search";

import { fitLine } from "#web/ui/code/fit-line.ts";
import type { TextRange } from "#web/ui/code/marked-parts.ts";

import { findQueryWords } from "./find-query-words.ts";

/** A match in a file: a line, or some lines of one declaration. */
export interface SearchMatch {
  key: string;
  startLine: number;
  endLine: number;
  /** Null for a line found by its text. */
  symbol: { name: string; kind: string } | null;
  lines: { text: string; ranges: readonly TextRange[] }[];
  /** Number of lines of the match that are not shown. */
  hiddenLines: number;
}

/** A file or external context topic with its matches. */
export interface ResultFile {
  key: string;
  path: string;
  repositoryId: string;
  repositorySlug: string;
  branch: string;
  language: string | null;
  /** Null for a file. */
  topicId: string | null;
  matches: SearchMatch[];
  /** Number of all matches in it; `matches` may contain only the first. */
  count: number;
}

/** Most lines shown of one match. */
const maxExcerptLines = 6;

/** Converts line hits of the server. Topics are in a repository with the id of the product. */
export function groupLines(files: readonly LineHits[], productId: string): ResultFile[] {
  return files.map((file) => ({
    key: `${file.repositoryId}:${file.path}`,
    path: file.path,
    repositoryId: file.repositoryId,
    repositorySlug: file.repositorySlug,
    branch: file.branch,
    language: file.language,
    topicId: file.repositoryId === productId ? topicIdOfPath(file.path) : null,
    matches: file.lines.map(({ line, text, ranges }) => ({
      key: String(line),
      startLine: line,
      endLine: line,
      symbol: null,
      lines: [fitLine(text, ranges)],
      hiddenLines: 0,
    })),
    count: file.matchedLines,
  }));
}

/** Groups hits by file; a file is ranked by its best hit. */
export function groupHits(hits: readonly CodeHit[], question: string): ResultFile[] {
  const files = new Map<string, ResultFile>();
  for (const hit of hits) {
    const key = hit.topicId ?? `${hit.repositoryId}:${hit.path}`;
    const file = files.get(key) ?? createResultFile(key, hit);
    files.set(key, file);
    if (file.matches.some(({ key }) => key === matchKey(hit))) continue;
    file.matches.push(toMatch(hit, question));
    file.count += 1;
  }
  return [...files.values()];
}

function matchKey({ startLine, endLine }: Pick<CodeHit, "startLine" | "endLine">): string {
  return `${startLine}-${endLine}`;
}

function createResultFile(key: string, hit: CodeHit): ResultFile {
  const { path, repositoryId, repositorySlug, branch, topicId } = hit;
  return { key, path, repositoryId, repositorySlug, branch, language: null, topicId, matches: [], count: 0 };
}

function toMatch({ startLine, endLine, symbol, excerpt }: CodeHit, question: string): SearchMatch {
  const all = excerpt.split(/\r?\n/);
  const from = findBestLine(all, symbol ? `${question} ${symbol.name}` : question);
  const lines = withoutIndent(all.slice(from, from + maxExcerptLines));
  return {
    key: matchKey({ startLine, endLine }),
    startLine: startLine + from,
    endLine,
    symbol: symbol && { name: symbol.name, kind: symbol.kind },
    lines: lines.map((text) => ({ text, ranges: findQueryWords(text, question) })),
    hiddenLines: Math.max(endLine - startLine + 1, all.length) - lines.length,
  };
}

/** Index of the first line to show, so that most words of the query are visible. */
function findBestLine(lines: readonly string[], words: string): number {
  const found = lines.map((line) =>
    findQueryWords(line, words).map(([from, to]) => line.slice(from, to).toLowerCase()),
  );
  const scores = lines.map((_line, from) => new Set(found.slice(from, from + maxExcerptLines).flat()).size);
  const best = Math.max(...scores);
  if (best === 0) return 0;
  // Among the best windows, the first one whose first line contains a word.
  return scores.findIndex((score, from) => score === best && (found[from]?.length ?? 0) > 0);
}

/** Removes the common indentation. */
function withoutIndent(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return lines.map((line) => line.slice(indent));
}
