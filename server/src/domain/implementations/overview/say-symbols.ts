import type { ChangedLines, OverviewRow } from "@cairn/contract/change-overview";

import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import { readDeclaration } from "#server/domain/implementations/flags/test-words.ts";
import { isAside } from "#server/engine/retrieval/gather-facts.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { saysMoreThan, summarizeBriefly } from "#server/engine/text/summarize-doc.ts";
import { count, enumerate } from "#server/engine/text/wording.ts";
import type { DiffedFile } from "#server/platform/git/diff/parse-diff.ts";

import { migrationPath } from "./diff-risks.ts";
import { makeRow, nameAll, newLines, oldLines, type ComparedCode } from "./overview-row.ts";

interface SymbolDifferences {
  added: SymbolFact[];
  changed: SymbolFact[];
  removed: SymbolFact[];
}

/** Longest part of a comment that is quoted. */
const maxAbout = 140;

/** What happens to the declarations of each file, the file that most others import first. */
export function saySymbols(code: ComparedCode): OverviewRow[] {
  // Nobody uses what a step of the database declares; that it is one is said beside.
  const source = code.files.filter((file) => kindOf(code, file) === "source" && !migrationPath.test(file.path));
  const weighed = source.map((file) => ({ file, importers: countImporters(code, file) }));
  const aside = ({ file }: { file: DiffedFile }) => Number(isAside(file.path) || standsIn.test(file.path));
  const byWeight = weighed.toSorted(
    (a, b) => aside(a) - aside(b) || b.importers - a.importers || size(b.file) - size(a.file),
  );
  return byWeight.flatMap(({ file, importers }) => sayFile(code, file, importers));
}

/** Made for tests, or of other code by a program. */
const standsIn = /(?:^|\/)(?:mocks?|fakes?|stubs?|fixtures)\//i;

/** Names of the tests that come and go. */
export function sayTests(code: ComparedCode): OverviewRow[] {
  return code.files.filter((file) => kindOf(code, file) === "test").flatMap(sayTestFile);
}

function sayFile(code: ComparedCode, file: DiffedFile, importers: number): OverviewRow[] {
  const { added, changed, removed } = compareSymbols(code, file);
  const parts = [
    ...(changed.length > 0 ? [`changes ${nameSymbols(changed)}`] : []),
    ...(added.length > 0 ? [`adds ${nameSymbols(added)}`] : []),
    ...(removed.length > 0 ? [`removes ${nameSymbols(removed)}`] : []),
  ];
  if (parts.length === 0) return [];
  // Nobody uses yet what is new.
  const isOnlyNew = changed.length + removed.length === 0;
  const touched = touchedLines(file);
  const evidence = [
    ...changed.map((symbol) => newLines({ path: file.path, ...narrow(symbol, touched.new) })),
    ...added.map((symbol) => newLines({ path: file.path, ...symbol })),
    ...removed.map((symbol) => oldLines({ path: file.oldPath ?? file.path, ...symbol })),
  ];
  const [only] = [...added, ...changed, ...removed];
  const isOne = added.length + changed.length + removed.length === 1;
  const about = isOne && only !== undefined ? describe(only) : "";
  return [
    makeRow(
      `${capitalize(enumerate(parts))} in ${codeSpan(file.path)}${isOnlyNew ? "" : sayImporters(file, importers)}${about}`,
      evidence,
    ),
  ];
}

/** The part of a declaration that changed; all of it where lines only went. */
function narrow(
  { startLine, endLine }: SymbolFact,
  touched: readonly number[],
): { startLine: number; endLine: number } {
  const within = touched.filter((line) => line >= startLine && line <= endLine);
  return { startLine: within[0] ?? startLine, endLine: within.at(-1) ?? endLine };
}

/** Of the file, not of what is named before it. */
function sayImporters({ path, status }: DiffedFile, importers: number): string {
  if (status === "added" || importers === 0) return "";
  // Whole packages are imported there, whichever file of theirs is used.
  const what = path.endsWith(".go") ? "package used" : "used";
  return ` (${what} by ${importers === 1 ? "one other file" : count(importers, "other file")})`;
}

/** ": announces delays from five minutes on", by the comment of the code itself. */
function describe({ name, doc }: SymbolFact): string {
  const about = summarizeBriefly(doc, maxAbout)?.text;
  if (about === undefined || !saysMoreThan(name, about)) return "";
  // Quoted itself, what it quotes has other marks.
  return `: “${about.replace(/\.$/, "").replaceAll(/["“”]/g, "'")}”`;
}

/** Members are named by what they are in; what stands within something new is part of it. */
function nameSymbols(symbols: readonly SymbolFact[]): string {
  return nameAll([...new Set(symbols.map(({ name, parent }) => (parent === null ? name : `${parent}.${name}`)))]);
}

function compareSymbols({ before, after }: ComparedCode, file: DiffedFile): SymbolDifferences {
  const former = file.status === "added" ? [] : (before.facts(file.oldPath ?? file.path)?.symbols ?? []);
  const now = file.status === "deleted" ? [] : (after.facts(file.path)?.symbols ?? []);
  const formerKeys = new Set(former.map(keyOf));
  const nowKeys = new Set(now.map(keyOf));
  const touched = touchedLines(file);
  const added = now.filter((one) => !formerKeys.has(keyOf(one)));
  const removed = former.filter((one) => !nowKeys.has(keyOf(one)));
  const changed = now.filter((one) => formerKeys.has(keyOf(one)) && isTouched(one, former, touched));
  return {
    added: withoutMembersOf(withoutNamespaces(added)),
    removed: withoutMembersOf(withoutNamespaces(removed)),
    // A type whose members alone changed is not said to have changed itself.
    changed: changed.filter(
      (one) => ![...changed, ...added].some((other) => other.parent === one.name && one !== other),
    ),
  };
}

interface TouchedLines {
  old: readonly number[];
  new: readonly number[];
}

function touchedLines({ hunks }: DiffedFile): TouchedLines {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    old: lines.flatMap(({ type, oldLine }) => (type === "deleted" && oldLine !== null ? [oldLine] : [])),
    new: lines.flatMap(({ type, newLine }) => (type === "added" && newLine !== null ? [newLine] : [])),
  };
}

function isTouched(symbol: SymbolFact, former: readonly SymbolFact[], touched: TouchedLines): boolean {
  const holds =
    ({ startLine, endLine }: SymbolFact) =>
    (line: number) =>
      line >= startLine && line <= endLine;
  if (touched.new.some(holds(symbol))) return true;
  const before = former.find((one) => keyOf(one) === keyOf(symbol));
  return before !== undefined && touched.old.some(holds(before));
}

/** A module that holds others only says where these are. */
function withoutNamespaces(symbols: readonly SymbolFact[]): SymbolFact[] {
  const parents = new Set(symbols.map(({ parent }) => parent));
  return symbols.filter(({ kind, name }) => kind !== "module" || !parents.has(name));
}

function withoutMembersOf(symbols: readonly SymbolFact[]): SymbolFact[] {
  const names = new Set(symbols.map(({ name }) => name));
  return symbols.filter(({ parent }) => parent === null || !names.has(parent));
}

function keyOf({ kind, parent, name }: SymbolFact): string {
  return [kind, parent, name].join("\0");
}

function sayTestFile(file: DiffedFile): OverviewRow[] {
  const declared = (type: "added" | "deleted") =>
    file.hunks.flatMap(({ lines }) =>
      lines.flatMap((line) => {
        const name = line.type === type ? readDeclaration(line.content) : null;
        return name === null ? [] : [{ name, line }];
      }),
    );
  const former = new Set(declared("deleted").map(({ name }) => name));
  const added = declared("added").filter(({ name }) => !former.has(name));
  if (added.length === 0) return [];
  const evidence = added.map(({ line }): ChangedLines => {
    const at = line.newLine ?? 1;
    return newLines({ path: file.path, startLine: at, endLine: at });
  });
  const names = [...new Set(added.map(({ name }) => name))].filter((name) => /^[\w\s]/.test(name));
  const said = names.length === 0 ? "" : `: ${nameAll(names)}`;
  return [makeRow(`Adds ${count(added.length, "test")} in ${codeSpan(file.path)}${said}`, evidence)];
}

function kindOf({ before, after }: ComparedCode, { path, oldPath, status }: DiffedFile): string | null {
  const index = status === "deleted" ? before : after;
  return index.facts(status === "deleted" ? (oldPath ?? path) : path)?.kind ?? null;
}

function countImporters({ before, after }: ComparedCode, { path, oldPath, status }: DiffedFile): number {
  const importers = status === "deleted" ? before.importersOf(oldPath ?? path) : after.importersOf(path);
  return new Set(importers.map((edge) => edge.path)).size;
}

function size({ additions, deletions }: DiffedFile): number {
  return additions + deletions;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
