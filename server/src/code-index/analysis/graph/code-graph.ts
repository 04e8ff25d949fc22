import { isGraphLanguage } from "#server/code-index/analysis/graph/languages/parse-file-graph.ts";
import type { NameUse, UseRole } from "#server/code-index/analysis/graph/model/file-graph.ts";
import type { Ref } from "#server/code-index/analysis/graph/resolve/resolution.ts";
import { isSameRef } from "#server/code-index/analysis/graph/resolve/resolution.ts";

import { describeAll, openSession, type DefinitionMatch, type GraphQuestion, type Session } from "./graph-session.ts";
import { isFollowed, mayHideUses } from "./is-followed.ts";
import { isSameFamily } from "./surroundings.ts";

export interface Position {
  path: string;
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 units, anywhere within the name. */
  column: number;
}

export interface DefinitionMatches {
  /** Null when there is no name at the position. */
  name: string | null;
  /** Best first. */
  definitions: DefinitionMatch[];
  /** The package from outside; null where the name does not come from one that is known. */
  externalPackage: string | null;
}

export interface ReferenceMatch {
  path: string;
  line: number;
  column: number;
  length: number;
  kind: UseRole;
  isCertain: boolean;
}

export interface ReferenceMatches {
  name: string | null;
  definition: DefinitionMatch | null;
  /** By path and line. */
  references: ReferenceMatch[];
  /** The time or a bound ended the search: there may be more. */
  isCutOff: boolean;
  /** Every line that holds the name was followed to what it certainly means: there are no other references. */
  isComplete: boolean;
}

/** Files one look-up may read besides the requested ones. */
const definitionBudget = 120;
const referenceBudget = 1200;
const maxCandidates = 900;
const maxReferences = 5000;
/** Names one declaration is followed under. */
const maxNames = 6;
/** Loaded files are still followed for this long. */
const graceMs = 700;
/** Languages in which declarations of one name in one scope are one thing: signatures, a type and its value. */
const isOneThing = /^(?:typescript|tsx|javascript)$/;
/** Files loaded between two looks at the clock. */
const chunk = 24;

/** Where the name at a position is declared. */
export async function findDefinitions(question: GraphQuestion, location: Position): Promise<DefinitionMatches> {
  const session = openSession(question, definitionBudget);
  const use = await useAt(session, location);
  if (use === null) return { name: null, definitions: [], externalPackage: null };
  const found = await session.ask((names) => names.resolveUse(location.path, use.index));
  return {
    name: use.name,
    definitions: describeAll(session, found),
    externalPackage: found.external === null || found.external === "" ? null : found.external,
  };
}

/** Where the declaration of the name at a position is used in its repository. */
export async function findReferences(question: GraphQuestion, location: Position): Promise<ReferenceMatches> {
  const session = openSession(question, referenceBudget);
  const none = { definition: null, references: [], isCutOff: false, isComplete: false };
  const use = await useAt(session, location);
  if (use === null) return { name: null, ...none };
  const found = await session.ask((names) => names.resolveUse(location.path, use.index));
  const [definition = null] = describeAll(session, found);
  if (definition === null) return { name: use.name, ...none };
  const meant = found.isCertain ? found.refs : found.refs.slice(0, 1);
  const targets = await session.topOf(meant);
  const name = definition.name === "" || definition.name === "default" ? use.name : definition.name;
  const collected = definition.isLocal
    ? await collect(session, { name, targets, paths: [definition.path] })
    : await collectNames(session, { name, targets, from: definition.path });
  const isComplete = collected.isComplete && !collected.isCutOff && found.isCertain && !session.isBudgetSpent();
  return { name: use.name, definition, ...collected, isComplete };
}

async function useAt(
  { source }: Session,
  { path, line, column }: Position,
): Promise<{ index: number; name: string } | null> {
  await source.load([path]);
  const uses = source.graph(path)?.uses ?? [];
  const fits = (from: number, name: string): boolean => column >= from && column <= from + name.length;
  // The end of one name can be the beginning of another: the one that begins here wins.
  let found = uses.findIndex(
    (use) => use.line === line && column >= use.column && column < use.column + use.name.length,
  );
  if (found < 0) found = uses.findIndex((use) => use.line === line && fits(use.column, use.name));
  const use = uses[found];
  return use === undefined ? null : { index: found, name: use.name };
}

/** Files that may mention the declaration, nearest first. */
async function candidatesFor(
  { question, source }: Session,
  name: string,
  from: string,
): Promise<{ paths: string[]; isCutOff: boolean; isComplete: boolean }> {
  const { paths, isCutOff } = await question.filesWithWord(name);
  const languageOf = (path: string) => source.file(path)?.language ?? null;
  const importers = new Set(question.index.importersOf(from).map((edge) => edge.path));
  const rank = (path: string): number => (path === from ? 0 : importers.has(path) ? 1 : 2);
  const fitting = paths
    .filter((path) => isGraphLanguage(languageOf(path)) && isSameFamily(languageOf(path), languageOf(from)))
    .sort((a, b) => rank(a) - rank(b));
  const all = fitting.includes(from) ? fitting : [from, ...fitting];
  const isComplete = paths.every((path) => isGraphLanguage(languageOf(path)) || !mayHideUses(source, path));
  return { paths: all.slice(0, maxCandidates), isCutOff: isCutOff || all.length > maxCandidates, isComplete };
}

interface Collected {
  references: ReferenceMatch[];
  isCutOff: boolean;
  isComplete: boolean;
}

/** Under its own name, then under those that other files give it on as. */
async function collectNames(
  session: Session,
  { name, targets, from }: { name: string; targets: readonly Ref[]; from: string },
): Promise<Collected> {
  const waiting = [name];
  const looked = new Set<string>();
  const found = new Map<string, ReferenceMatch>();
  let isCutOff = false;
  let isComplete = true;
  while (waiting.length > 0 && looked.size < maxNames) {
    const next = waiting.shift() ?? name;
    if (looked.has(next)) continue;
    looked.add(next);
    const candidates = await candidatesFor(session, next, from);
    const paths = next === name ? [...candidates.paths, ...defaultImporters(session, from)] : candidates.paths;
    const some = await collect(session, { name: next, targets, paths: [...new Set(paths)] });
    isCutOff ||= some.isCutOff || candidates.isCutOff;
    isComplete &&= some.isComplete && candidates.isComplete;
    for (const reference of some.references)
      found.set(`${reference.path} ${reference.line} ${reference.column}`, reference);
    waiting.push(...givenNames(session, some.references));
  }
  const isWhole = isComplete && waiting.every((one) => looked.has(one));
  return { references: [...found.values()].sort(byLocation), isCutOff, isComplete: isWhole };
}

/** Files that may name what this one gives out as its default by any name. */
function defaultImporters({ source, question }: Session, path: string): string[] {
  const hasDefault = source.graph(path)?.exports.some(({ name }) => name === "default") === true;
  return hasDefault ? question.index.importersOf(path).map((edge) => edge.path) : [];
}

/**
 * Names under which files give on what they refer to: `export { Boat as Vessel } from "./boat"`, and in languages where
 * others can take what a file has imported, `from .boats import Boat as Vessel`.
 */
function givenNames({ source }: Session, references: readonly ReferenceMatch[]): string[] {
  return references.flatMap(({ path, line, column, kind }) => {
    const graph = source.graph(path);
    const isThere = (use: NameUse | undefined): boolean => use?.line === line && use.column === column;
    const exported = (graph?.exports ?? []).flatMap(({ name, use }) =>
      isThere(graph?.uses[use]) && name !== "default" ? [name] : [],
    );
    const imported = kind === "import" ? graph?.declarations[graph.uses.find(isThere)?.target ?? -1] : undefined;
    return imported?.isExported === true && imported.reach === "file" ? [...exported, imported.name] : exported;
  });
}

function byLocation(a: ReferenceMatch, b: ReferenceMatch): number {
  return a.path === b.path ? a.line - b.line || a.column - b.column : a.path < b.path ? -1 : 1;
}

async function collect(
  session: Session,
  { name, targets, paths }: { name: string; targets: readonly Ref[]; paths: readonly string[] },
): Promise<Collected> {
  const references: ReferenceMatch[] = [];
  let isComplete = true;
  for (let at = 0; at < paths.length; at += chunk) {
    if (session.isOver() || references.length > maxReferences) return { references, isCutOff: true, isComplete: false };
    const some = paths.slice(at, at + chunk);
    await session.source.load(some);
    for (const path of some) {
      if (session.isOver(graceMs)) return { references, isCutOff: true, isComplete: false };
      const inFile = await referencesIn(session, path, { name, targets });
      references.push(...inFile.references);
      isComplete &&= inFile.isComplete;
    }
    // Other requests get their turn between the files of a large answer.
    await new Promise(setImmediate);
  }
  return { references: references.sort(byLocation), isCutOff: session.isWordCutOff() || session.isOver(), isComplete };
}

async function referencesIn(
  session: Session,
  path: string,
  { name, targets }: { name: string; targets: readonly Ref[] },
): Promise<Pick<Collected, "references" | "isComplete">> {
  const graph = session.source.graph(path);
  const found = new Map<string, ReferenceMatch>();
  let isComplete = !mayHideUses(session.source, path);
  for (const [index, use] of graph?.uses.entries() ?? []) {
    const importing = graph?.declarations[use.target]?.importing ?? -1;
    const imported = graph?.imports[importing]?.name;
    const isNamed = use.name === name || imported === name;
    if (!isNamed && imported !== "default") continue;
    if (session.isOver(graceMs)) break;
    const resolution = await session.ask((names) => names.resolveUse(path, index));
    const tops = resolution.refs.length === 0 ? [] : await session.topOf(resolution.refs);
    if (!tops.some((ref) => targets.some((target) => isSameRef(ref, target)))) {
      if (isNamed && graph) isComplete &&= isFollowed(session.question.index, graph, use, resolution);
      continue;
    }
    const { line, column, role } = use;
    found.set(`${line} ${column}`, {
      path,
      line,
      column,
      length: use.name.length,
      kind: role,
      isCertain: resolution.isCertain && (resolution.refs.length === 1 || isOneThing.test(graph?.language ?? "")),
    });
  }
  return { references: [...found.values()], isComplete };
}
