import { changedParts, type ChangedPart } from "@cairn/contract/change-overlaps";

import { openCallFinder, type FollowedCall } from "#server/code-index/analysis/graph/find-calls.ts";
import type { GraphQuestion } from "#server/code-index/analysis/graph/graph-session.ts";
import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import { graphOf } from "#server/domain/code-graph/open-graph.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";

import { nameOf, type ChangedDeclaration } from "./changed-declarations.ts";
import type { ChangeDigest, WrittenFile } from "./digest-change.ts";

/** A call that one change writes, of what another one changes. */
export interface CallBetween {
  name: string;
  parent: string | null;
  /** Of the declaration. */
  path: string;
  part: ChangedPart;
  caller: { path: string; line: number };
}

/** Whoever asks waits for it. */
const deadlineMs = 3_000;
const callable: ReadonlySet<string> = new Set(["function", "method", "component"]);
/** Whoever makes one is told what else it takes, and not what is in it. */
const types: ReadonlySet<string> = new Set(["class", "struct"]);
/** Methods that are called by the name of their class. */
const makers: ReadonlySet<string> = new Set(["constructor", "__init__", "__construct", "initialize"]);

/**
 * Calls in what `caller` writes that certainly lead to a declaration that `changed` changes; the most serious first. They are
 * followed through the code of the main branch with the caller's files laid over it, as merging it would make it. What cannot be
 * followed with certainty is left out, and so are tests as long as they would still run.
 */
export async function findCallsBetween(
  main: IndexedRepository,
  { caller, changed }: { caller: ChangeDigest; changed: ChangeDigest },
): Promise<CallBetween[]> {
  const wanted = changed.declarations.filter(
    ({ kind, part }) => callable.has(kind) || (types.has(kind) && part !== "body"),
  );
  const candidates = caller.written.flatMap((file) => {
    const own = wanted.filter(
      (one) => file.words.has(calledName(one)) && (file.facts.kind === "source" || one.part !== "body"),
    );
    return own.length > 0 ? [{ file, wanted: own }] : [];
  });
  if (candidates.length === 0) return [];
  const merged = layOver(main, caller);
  const find = openCallFinder({ ...merged, deadlineMs });
  const found: CallBetween[] = [];
  for (const { file, wanted: own } of candidates) {
    const names = new Set(own.map(calledName));
    const added = new Set(file.added);
    const whole = { path: file.path, startLine: file.added[0] ?? 1, endLine: file.added.at(-1) ?? 1 };
    for (const call of await find({ ...whole, names })) {
      const target = added.has(call.line) ? declaredBy(merged.index, call) : null;
      const meant = own.find((one) => target !== null && one.path === target.path && isMeant(one, target));
      if (meant === undefined || isBuiltOn({ caller, changed }, meant.path)) continue;
      const { name, parent, path, part } = meant;
      found.push({ name, parent, path, part, caller: { path: file.path, line: call.line } });
    }
  }
  return withoutRepeats(found);
}

function calledName({ name, parent }: ChangedDeclaration): string {
  return makers.has(name) && parent !== null ? parent : name;
}

function isMeant(one: ChangedDeclaration, target: { name: string; parent: string | null }): boolean {
  return nameOf(one) === nameOf(target) || (makers.has(one.name) && one.parent === target.name);
}

/** The symbol that a call certainly means; null for one that may mean another. */
function declaredBy(
  index: CodeIndex,
  { definitions }: FollowedCall,
): { path: string; name: string; parent: string | null } | null {
  const [first] = definitions;
  if (first === undefined) return null;
  // Overloads are one thing.
  if (!definitions.every((one) => one.isCertain && one.path === first.path && one.name === first.name)) return null;
  const holding = (index.facts(first.path)?.symbols ?? []).filter(
    ({ name, startLine, endLine }) => name === first.name && startLine <= first.line && first.line <= endLine,
  );
  const symbol = holding.at(-1);
  return symbol === undefined ? null : { path: first.path, name: symbol.name, parent: symbol.parent };
}

/** Whether the caller was written with that file as the other change leaves it. */
function isBuiltOn({ caller, changed }: { caller: ChangeDigest; changed: ChangeDigest }, path: string): boolean {
  const oidOf = ({ written }: ChangeDigest) => written.find((file) => file.path === path)?.oid;
  const own = oidOf(caller);
  return own !== undefined && own === oidOf(changed);
}

function withoutRepeats(calls: readonly CallBetween[]): CallBetween[] {
  const firsts = new Map<string, CallBetween>();
  for (const call of calls) {
    const key = [call.path, nameOf(call), call.caller.path].join("\0");
    if (!firsts.has(key)) firsts.set(key, call);
  }
  return [...firsts.values()].toSorted((one, two) => changedParts.indexOf(one.part) - changedParts.indexOf(two.part));
}

const overlays = new WeakMap<ChangeDigest, { main: CodeIndex; index: CodeIndex }>();

/** The main branch's code with the files that a change writes in their places. */
function layOver(main: IndexedRepository, change: ChangeDigest): GraphQuestion {
  const known = overlays.get(change);
  const index = known?.main === main.index ? known.index : overlay(main.index, change);
  overlays.set(change, { main: main.index, index });
  const written = new Map(change.written.map((file) => [file.path, file]));
  const readLines = async (path: string) => written.get(path)?.lines ?? (await main.reader.readLines(path));
  return { ...graphOf(main), index, reader: { readLines } };
}

function overlay(main: CodeIndex, { files, written }: ChangeDigest): CodeIndex {
  const gone = new Set(
    files.flatMap(({ path, oldPath, status }) =>
      status === "deleted" ? [path] : status === "renamed" && oldPath !== null ? [oldPath] : [],
    ),
  );
  const byPath = new Map(written.map((file) => [file.path, file]));
  const all = [
    ...main.files().filter(({ path }) => !gone.has(path) && !byPath.has(path)),
    ...written.map((file) => toIndexed(file)),
  ];
  return { ...main, files: () => all, facts: (path) => byPath.get(path)?.facts ?? main.facts(path) };
}

function toIndexed({ path, oid, facts: { bytes, language, kind, lines } }: WrittenFile) {
  return { path, oid, size: bytes, language, kind, lines };
}
