import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import { isTestPath } from "#server/domain/implementations/flags/flag-tests.ts";
import type { DiffedFile, DiffHunk } from "#server/platform/git/diff/parse-diff.ts";

import { isMaskable, maskCode } from "./mask-code.ts";
import { mutateLine } from "./mutate-line.ts";

/** A file of the change with one line of it spoilt. */
export interface Mutation {
  path: string;
  /** Of the file with the change, from 1. */
  line: number;
  /** What was done, such as “low > 2” became “low <= 2”. */
  what: string;
  content: string;
}

/** A part of the change, and ways to spoil it. */
export interface MutableHunk {
  /** "src/tides.ts:7" */
  where: string;
  mutations: readonly Mutation[];
}

const maxPerHunk = 3;
const maxShown = 60;

/** Whether anything of a file can be spoilt: it is code, and no test. */
export function isMutable({ path, isBinary, status, newMode }: DiffedFile): boolean {
  const { kind, language } = classifyPath(path);
  const isFile = newMode?.startsWith("100") === true && status !== "deleted" && !isBinary;
  return isFile && kind === "source" && !isTestPath(path) && isMaskable(language);
}

/** The hunks of a file in which there is something to spoil, with the whole file for each way. `text` is the file with the change. */
export function chooseMutations({ path, hunks }: DiffedFile, text: string): MutableHunk[] {
  const { language } = classifyPath(path);
  if (!isMaskable(language)) return [];
  const file = { path, lines: text.split("\n"), masked: maskCode(text, language), language };
  return hunks.flatMap((hunk) => {
    const added = hunk.lines.flatMap(({ type, newLine }) => (type === "added" && newLine !== null ? [newLine] : []));
    const mutations = added.length === 0 ? bringBack(file, hunk) : spoil(file, added);
    const [first] = mutations;
    return first === undefined ? [] : [{ where: `${path}:${added[0] ?? first.line}`, mutations }];
  });
}

interface MaskedFile {
  path: string;
  lines: readonly string[];
  masked: readonly string[];
  language: string;
}

/** The most telling ones, of as many lines as there are. */
function spoil({ path, lines, masked, language }: MaskedFile, added: readonly number[]): Mutation[] {
  const found = added.flatMap((line) => {
    const before = lines[line - 1] ?? "";
    return mutateLine({ line: before, masked: masked[line - 1] ?? "", language }).flatMap((after, rank) =>
      after === null || after === before ? [] : [{ line, rank, before, after }],
    );
  });
  const ranked = found.toSorted((one, other) => one.rank - other.rank || one.line - other.line);
  const ofLines = ranked.filter(({ line }, at) => ranked.findIndex((one) => one.line === line) === at);
  const chosen = [...ofLines, ...ranked.filter((one) => !ofLines.includes(one))].slice(0, maxPerHunk);
  return chosen.map(({ line, before, after }) => ({
    path,
    line,
    what: `“${shown(before)}” became “${shown(after)}”`,
    content: lines.with(line - 1, after).join("\n"),
  }));
}

/** Where a change only takes away: all of it is there again. */
function bringBack({ path, lines, language }: MaskedFile, hunk: DiffHunk): Mutation[] {
  const deleted = hunk.lines.filter(({ type }) => type === "deleted").map(({ content }) => content);
  const isCode = maskCode(deleted.join("\n"), language).some((line) => /\w/.test(line));
  if (!isCode) return [];
  const before = hunk.lines.filter(({ type }) => type !== "added").map(({ content }) => content);
  // Git counts from the line before where the hunk has none of the new file.
  const start = hunk.newLines === 0 ? hunk.newStart : hunk.newStart - 1;
  const content = lines.toSpliced(start, hunk.newLines, ...before).join("\n");
  const [first = ""] = deleted.filter((line) => line.trim() !== "");
  const kept = hunk.lines.findIndex(({ type }) => type === "deleted");
  return [{ path, line: start + kept + 1, what: `“${shown(first)}” was brought back`, content }];
}

function shown(line: string): string {
  const text = line.trim();
  return text.length > maxShown ? `${text.slice(0, maxShown - 1)}…` : text;
}
