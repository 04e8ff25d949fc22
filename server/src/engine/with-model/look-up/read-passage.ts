import { checkEvidence } from "#server/engine/evidence/evidence.ts";
import { servedAt } from "#server/engine/facts/code/served-at.ts";
import { isEnvironmentFile } from "#server/engine/facts/project/find-config.ts";
import type { PageRepository } from "#server/engine/facts/scope/page-input.ts";

import type { CodePassage } from "./shown-passages.ts";

/** Longer lines of code are data; a line of a document is a paragraph. */
const maxLineLength = 200;
const maxProseLength = 800;

/** A line as a model is shown it: of a long one the beginning, with a mark that there is more. */
export function shownLine(path: string, line: string): string {
  const most = lengthOfLines(path);
  return line.length <= most ? line : `${line.slice(0, most).toWellFormed()} … (${line.length - most} more characters)`;
}

/** As much of a file's lines as a model is shown of each. */
export function lengthOfLines(path: string): number {
  return /\.(?:md|mdx|markdown|rst|adoc|txt)$/i.test(path) ? maxProseLength : maxLineLength;
}

export interface ShownRange {
  path: string;
  startLine: number;
  endLine: number;
}

/** Lines of a repository as a model is shown them; null where the commit does not hold them, or may hold somebody's own values. */
async function readPassage(
  repository: PageRepository,
  { path, startLine: first, endLine: last }: ShownRange,
): Promise<CodePassage | null> {
  if (isEnvironmentFile(path)) return null;
  const { repositoryId, reader } = repository;
  const lines = (await reader.readLines(path)) ?? [];
  const { startLine, endLine } = withoutMargins(lines, first, Math.min(last, lines.length));
  const source = await checkEvidence(new Map([[repositoryId, reader]]), { repositoryId, path, startLine, endLine });
  const shown = lines.slice(startLine - 1, endLine).map((line) => shownLine(path, line));
  return source && { source, text: shown.join("\n"), about: servedAt(repository, source) };
}

/** Without the terms of a license at the beginning of a file, and without empty lines at either end. */
function withoutMargins(lines: readonly string[], first: number, last: number): Omit<ShownRange, "path"> {
  let startLine = first === 1 ? endOfLicense(lines) + 1 : first;
  let endLine = last;
  const isEmpty = (line: number) => (lines[line - 1] ?? "").trim() === "";
  while (startLine < endLine && isEmpty(startLine)) startLine += 1;
  while (endLine > startLine && isEmpty(endLine)) endLine -= 1;
  return startLine <= endLine ? { startLine, endLine } : { startLine: first, endLine: last };
}

const longestLicense = 40;

/** The last line of a comment at the beginning that speaks of a license; 0 where there is none. */
function endOfLicense(lines: readonly string[]): number {
  const isComment = (line: string) => /^\s*(?:\/\*|\*|\/\/|#(?!!)|--|<!--|$)/.test(line);
  const end = lines.slice(0, longestLicense).findIndex((line) => !isComment(line));
  const head = lines.slice(0, Math.max(0, end));
  return head.some((line) => /licen[sc]e|copyright/i.test(line)) ? head.length : 0;
}

/** The same for several ranges; those that are not there are left out. */
export async function readPassages(repository: PageRepository, ranges: readonly ShownRange[]): Promise<CodePassage[]> {
  const read = await Promise.all(ranges.map((range) => readPassage(repository, range)));
  return read.filter((one) => one !== null);
}
