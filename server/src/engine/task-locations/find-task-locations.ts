import type { CommitHit } from "#server/code-index/ports/code-index.ts";
import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { checkEvidence, type CheckedEvidence } from "#server/engine/evidence/evidence.ts";
import { openJudge, type Judge } from "#server/engine/retrieval/judge-passages.ts";

import { chooseTaskLines } from "./choose-task-lines.ts";
import { findCitingSections, type SourcedSection } from "./find-citing-sections.ts";
import { findNamedFacts } from "./find-named-facts.ts";
import { findNamedFiles } from "./find-named-files.ts";
import { findQuotedStrings } from "./find-quoted-strings.ts";
import { findTaskPages } from "./find-task-pages.ts";
import { findWrittenNames } from "./find-written-names.ts";
import { queriesOf, rankTaskFiles, type RankedTaskFile } from "./rank-task-files.ts";
import { readTaskText, type ReadTask, type TaskText } from "./read-task-text.ts";
import type { CommitLocation, FileLocation, UnreadReason, LocationReason, TaskLocations } from "./task-location.ts";
import { shareOfKnownWords, weighTaskTerms } from "./weigh-task-terms.ts";

/** Only what lies in this folder of this repository; "" for all of it. */
export interface TaskScope {
  repositoryId: string;
  under: string;
}

/** The sections of the product's own pages that rest on lines of these files. */
export type FindSections = (files: readonly Pick<FileLocation, "repositoryId" | "path">[]) => Promise<SourcedSection[]>;

const maxFiles = 10;
const maxPages = 5;
const maxCommits = 5;
/** Of files beyond the first ones hardly one in fifty is changed where it has less than this share of the best score. */
const leastShare = 0.6;
const alwaysShown = 3;
/** Commits that say less of the task than this have words in common with it and nothing else. */
const leastCommit = 0.4;
/** What votes for the files it changed may say less. */
const leastAlike = 0.25;
/** A task is about the code where one place says this share of its words, and all of the code knows most of them. */
const leastCoverage = 0.25;
const leastKnown = 0.55;
/** A file that nothing but the search speaks for has to say this much. */
const leastFileCoverage = 0.1;
const alikeCommits = 8;

/**
 * Where a task lands: files with the declarations that it probably changes, pages (of the product's own those of `findSections`, and
 * documents of the repository) that describe them, and commits that did something alike, each with the lines or words that made it likely. Nothing is guessed: a text that has
 * nothing to do with the code gets no locations.
 */
export async function findTaskLocations(
  task: TaskText,
  codebases: readonly Codebase[],
  {
    scope = null,
    findSections = () => Promise.resolve([]),
  }: { scope?: TaskScope | null; findSections?: FindSections } = {},
): Promise<TaskLocations> {
  const read = readTaskText(task);
  if (!/[\p{L}\p{N}]/u.test(`${read.title}${read.prose}${read.output}${read.errors.join("")}`))
    return { locations: [], nothing: "no-text" };
  const isAsked = ({ isContext, repositoryId }: Codebase) =>
    !isContext && (scope === null || scope.repositoryId === repositoryId);
  const searches = codebases.filter(isAsked).map((codebase) => searchCodebase(codebase, read, scope?.under ?? ""));
  const related = (await Promise.all(searches)).filter(({ isRelated }) => isRelated);
  // Scores are those of one repository; what says more of the task counts more among several.
  const most = Math.max(...related.map(({ coverage }) => coverage)) || 1;
  const best = <T extends { score: number }>(of: (one: (typeof related)[number]) => readonly T[], limit: number) =>
    related
      .flatMap((one) =>
        of(one).map((location) => ({ ...location, score: location.score * (one.coverage / most || 1) })),
      )
      .sort((a, b) => b.score - a.score)
      .slice(0, limit);
  const files = best((one) => one.files, maxFiles);
  const citing = (await findCitingSections(codebases, files, await findSections(files))).slice(0, maxPages);
  const locations = [
    ...files,
    ...citing,
    ...best(({ pages }) => pages, maxPages - citing.length),
    ...best(({ commits }) => commits, maxCommits),
  ];
  return { locations, nothing: locations.length === 0 ? "not-in-code" : null };
}

async function searchCodebase(codebase: Codebase, read: ReadTask, under: string) {
  const { index } = codebase;
  const { title, whole } = queriesOf(read);
  const told = [
    ...findNamedFiles(index, read.files),
    ...findNamedFacts(index, whole),
    ...(await findQuotedStrings(codebase, `${read.title}\n${read.prose}`)),
  ];
  const votes = [...told, ...(await findWrittenNames(codebase, read, told))];
  const byTitle = index.findCommits(title, { limit: alikeCommits });
  const alike = [...byTitle, ...index.findCommits(whole, { limit: alikeCommits })];
  const commits = onceEach(alike.filter(({ coverage }) => coverage >= leastAlike));
  const ranked = rankTaskFiles(index, read, { votes, commits, under });
  const top = ranked[0]?.score || 1;
  const likely = ranked.slice(0, maxFiles).filter(({ score }, at) => at < alwaysShown || score >= top * leastShare);
  const judge = openJudge(weighTaskTerms(codebase, read));
  const described = (
    await Promise.all(likely.map((file) => locate(codebase, file, { judge, top, code: read.code })))
  ).filter(isThere);
  const coverage = Math.max(0, ...described.map((one) => one.coverage));
  const isNamed = likely.some(({ reasons }) => reasons.some(({ kind }) => namedKinds.has(kind)));
  const isRelated = isNamed || (coverage >= leastCoverage && shareOfKnownWords(codebase, read) >= leastKnown);
  const isShown = ({ coverage: own, location: { why } }: LocatedFile) =>
    why.length > 0 && (own >= leastFileCoverage || why.some(({ kind }) => kind !== "words"));
  const files = described.filter(isShown).map(({ location }) => location);
  const pages = isRelated ? await findTaskPages(codebase, read, { judge, under }) : [];
  return { isRelated, coverage, files, pages, commits: alikeTo(codebase, byTitle, files) };
}

/** A commit that both searches found counts by the one that finds more of it; what says most comes first. */
function onceEach(commits: readonly CommitHit[]): CommitHit[] {
  const known = new Set<string>();
  return commits
    .toSorted((a, b) => b.coverage - a.coverage)
    .filter(({ commit }) => !known.has(commit.oid) && known.add(commit.oid));
}

function isThere<T>(value: T | null): value is T {
  return value !== null;
}

const namedKinds: ReadonlySet<LocationReason["kind"]> = new Set(["named", "endpoint", "setting", "table", "string"]);

interface LocatedFile {
  location: FileLocation;
  /** How much of the task's words it says, 0 to 1. */
  coverage: number;
}

async function locate(
  codebase: Codebase,
  file: RankedTaskFile,
  { judge, top, code }: { judge: Judge; top: number; code: readonly string[] },
): Promise<LocatedFile | null> {
  const { path, kind, score } = file;
  const { index, reader, repositoryId } = codebase;
  const facts = index.facts(path);
  const lines = await reader.readLines(path);
  if (!facts || !lines || lines.length === 0) return null;
  const reasons = withWrittenSymbol(file.reasons, facts.symbols, code);
  const named = reasons.flatMap(({ line }) => line ?? []);
  const chosen = chooseTaskLines({ codebase, path, kind, relevance: score / top }, judge, { facts, lines, named });
  const { startLine, endLine, symbol, telling } = chosen;
  const unnamed = telling.filter((line) => !named.includes(line));
  const texts = new Map(unnamed.map((line) => [line, lines[line - 1] ?? ""]));
  const wordReasons = named.length > 0 && unnamed.length === 0 ? [] : reasonsOfWords(judge, path, texts);
  const why = await Promise.all(
    [...joined(reasons), ...wordReasons].map((reason) => withSource(codebase, path, reason)),
  );
  const location: FileLocation = {
    kind: "file",
    repositoryId,
    path,
    startLine,
    endLine,
    symbol: symbol && nameOf(symbol),
    score: score / top,
    why: why.sort((a, b) => orderOf(a) - orderOf(b)),
  };
  return { location, coverage: chosen.coverage };
}

/** Where no line was told otherwise, the declaration that the task writes as code is what it is about. */
function withWrittenSymbol(
  reasons: readonly UnreadReason[],
  symbols: readonly SymbolFact[],
  code: readonly string[],
): readonly UnreadReason[] {
  if (reasons.some(({ line }) => line !== null)) return reasons;
  for (const name of code) {
    const symbol = symbols.find((one) => one.name === name);
    if (symbol) return [{ kind: "named", words: [name], line: symbol.startLine }, ...reasons];
  }
  return reasons;
}

/** What a module gives out without a name is no declaration that anybody would look for. */
function nameOf({ name, parent }: SymbolFact): string | null {
  if (name === "default") return null;
  return parent === null || parent === "default" ? name : `${parent}.${name}`;
}

/** A line that says nothing the first one does not say is left out; without lines the path may say it. */
function reasonsOfWords(judge: Judge, path: string, telling: ReadonlyMap<number, string>): UnreadReason[] {
  const said = new Set<string>();
  const ofLines = [...telling].flatMap(([line, text]): UnreadReason[] => {
    const words = judge.wordsIn(text);
    const isNew = words.some((word) => !said.has(word));
    for (const word of words) said.add(word);
    return isNew ? [{ kind: "words", words, line }] : [];
  });
  if (ofLines.length > 0) return ofLines;
  const words = judge.wordsIn(path);
  return words.length > 0 ? [{ kind: "words", words, line: null }] : [];
}

/** One reason for all files that import it. */
function joined(reasons: readonly UnreadReason[]): UnreadReason[] {
  const imports = reasons.filter(({ kind }) => kind === "imports");
  const [first] = imports;
  const others = reasons.filter(({ kind }) => kind !== "imports");
  return first ? [...others, { ...first, words: imports.flatMap(({ words }) => words) }] : others;
}

const order: readonly LocationReason["kind"][] = [
  "named",
  "endpoint",
  "setting",
  "table",
  "string",
  "words",
  "history",
  "imports",
];

function orderOf({ kind }: LocationReason): number {
  return order.indexOf(kind);
}

async function withSource(
  codebase: Codebase,
  path: string,
  { kind, words, line }: UnreadReason,
): Promise<LocationReason> {
  return { kind, words, source: line === null ? null : await sourceAt(codebase, path, line) };
}

async function sourceAt(
  { repositoryId, reader }: Codebase,
  path: string,
  line: number,
): Promise<CheckedEvidence | null> {
  return await checkEvidence(new Map([[repositoryId, reader]]), { repositoryId, path, startLine: line, endLine: line });
}

function alikeTo(
  { repositoryId, index }: Codebase,
  commits: readonly CommitHit[],
  files: readonly FileLocation[],
): CommitLocation[] {
  const known = new Set(index.files().map(({ path }) => path));
  const likely = new Set(files.map(({ path }) => path));
  return commits
    .filter(({ coverage }) => coverage >= leastCommit)
    .map(({ commit, coverage, words }): CommitLocation => {
      const { oid, subject, authorName, committedAt } = commit;
      const paths = commit.paths.filter((path) => known.has(path));
      const first = paths.toSorted((a, b) => Number(likely.has(b)) - Number(likely.has(a)));
      const why: LocationReason[] = [{ kind: "words", words, source: null }];
      const at = { kind: "commit" as const, repositoryId, oid, subject, authorName, committedAt };
      return { ...at, paths: first.slice(0, 10), score: coverage, why };
    });
}
