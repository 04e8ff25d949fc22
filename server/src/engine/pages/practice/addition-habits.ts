import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { fileName, folderOf } from "#server/engine/text/wording.ts";
import type { CommitRecord } from "#server/git-source.ts";

import { besideSteps, renamedPaths } from "./beside-additions.ts";
import { importLines } from "./import-lines.ts";
import { namesWhole, shapeOf } from "./stem-names.ts";

/** Things of one kind that lie side by side: files of a folder, or folders with a file of the same name in each. */
interface Family {
  /** Where they lie, with `…` for what differs. */
  shape: string;
  /** One of them in a word: "controller" of `app/controllers/…_controller.rb`; files that no word is for are no kind. */
  noun: string;
  members: { path: string; stem: string }[];
}

export interface Addition {
  commit: CommitRecord;
  path: string;
  stem: string;
}

/** What came or changed along with most of the last additions of a kind. */
export interface HabitStep {
  shape: string;
  /** Which of them, newest first. */
  additions: Addition[];
  /** The file of the newest of them. */
  path: string;
  isTest: boolean;
  /** The line of a file of all that names one of them; null for a file of its own. */
  line: { at: number; text: string } | null;
}

export interface AdditionHabit {
  family: Family;
  /** The last ones, newest first. */
  additions: Addition[];
  /** So many of the family came since the oldest of them, however they came. */
  since: number;
  steps: HabitStep[];
}

const maxCommits = 4000;
const leastMembers = 4;
/** So many of the last additions are compared, and so many of them have to agree; of as many days, as a batch is one habit. */
const compared = 4;
const agreeing = 3;
/** Commits of more files bring a whole version, and show no habit. */
const mostFiles = 30;
/** A file that every fifth commit changes comes along with anything. */
const mostChanged = 0.2;
/** In a shorter history that says nothing. */
const leastCommits = 50;
const maxSteps = 8;

/** What it took to add one more of a kind, where the last ones agree about it; the kinds that tell most first. */
export async function findAdditionHabits(scope: CodeScope): Promise<AdditionHabit[]> {
  const commits = scope.repository.index.history.recentCommits(maxCommits);
  const first = firstMentions(commits);
  const births = birthsOf(commits, first, renamedPaths(scope, commits));
  const order = new Map(commits.map((commit, at) => [commit, at]));
  const isCommon = commonFilesOf(commits);
  const isRecent = recentlyBefore(commits[0]);
  const habits: AdditionHabit[] = [];
  for (const family of familiesOf(scope)) {
    const additions = lastAdditions(family, births, order).filter(({ commit }) => isRecent(commit));
    if (new Set(additions.map(({ commit }) => commit.committedAt.slice(0, 10))).size < agreeing) continue;
    const steps = await stepsOf(scope, additions, (path) => isCommon(path) || isBeside(family, path));
    const own = steps.filter(({ shape }) => shape === family.shape);
    const others = steps.filter(({ shape }) => shape !== family.shape);
    const beside = besideSteps(scope, additions, births, steps);
    const place = (commit: CommitRecord | undefined) =>
      commit === undefined ? Infinity : (order.get(commit) ?? Infinity);
    const oldest = place(additions.at(-1)?.commit);
    const since = family.members.filter(({ path }) => place(first.get(path)) <= oldest).length;
    if (isTelling(others)) habits.push({ family, additions, since, steps: [...own, ...beside, ...others] });
  }
  return habits.toSorted((a, b) => worthOf(b) - worthOf(a) || (a.family.shape < b.family.shape ? -1 : 1));
}

const msPerDay = 86_400_000;
const recentDays = 1200;

/** What came years before the newest commit shows a way that the project may have left. */
function recentlyBefore(newest: CommitRecord | undefined): (commit: CommitRecord) => boolean {
  const end = Date.parse(newest?.committedAt ?? "");
  return ({ committedAt }) => !(end - Date.parse(committedAt) > recentDays * msPerDay);
}

/** A file of the same folder that uses them is no registration, unless it is where all of a folder come together. */
function isBeside({ shape }: Family, path: string): boolean {
  const stem = fileName(path).replace(/\..*$/, "");
  return folderOf(path) === folderOf(shape) && !gathering.test(stem);
}

const gathering = /^(?:index|main|mod|__init__|registry|rout(?:es?|er|ing)|urls|all)$/i;

/** A registration, or two more files of its own: a thing and its test alone are told by any of them. */
function isTelling(others: readonly HabitStep[]): boolean {
  return others.some(({ line }) => line !== null) || others.filter(({ isTest }) => !isTest).length >= 2;
}

function worthOf({ steps, additions }: AdditionHabit): number {
  const always = steps.filter((step) => step.additions.length === additions.length).length;
  return steps.length + always + 2 * steps.filter(({ line }) => line !== null).length;
}

/** By path, the commit that it came with, as far as the window of history reaches. */
function birthsOf(
  commits: readonly CommitRecord[],
  first: ReadonlyMap<string, CommitRecord>,
  renamed: ReadonlySet<string>,
): ReadonlyMap<string, CommitRecord> {
  const oldest = commits.at(-1);
  return new Map([...first].filter(([path, commit]) => commit !== oldest && isAddition(commit) && !renamed.has(path)));
}

function firstMentions(commits: readonly CommitRecord[]): ReadonlyMap<string, CommitRecord> {
  const found = new Map<string, CommitRecord>();
  for (const commit of commits) for (const path of commit.paths) found.set(path, commit);
  return found;
}

/** Whatever is moved, renamed or put right shows nothing of how one is added. */
const reworking =
  /^\W*(?:fix|chore|clean|wip\b|init|revert|style|merge|bump|upgrade|update|test\b|docs?\b)|\b(?:refactor\w*|mov(?:e|es|ed|ing)|renam\w+|split\w*|extract\w*|restructur\w+|reorgani[sz]\w+|convert\w*|migrat(?:e|es|ed|ing)|replac\w+|switch\w*|rewrit\w+|rewrote|clean(?:s|ed|ing)? ?up|format|prettier|lint)\b/i;

function isAddition({ subject, paths }: CommitRecord): boolean {
  return paths.length <= mostFiles && !reworking.test(subject);
}

function commonFilesOf(commits: readonly CommitRecord[]): (path: string) => boolean {
  const counts = new Map<string, number>();
  for (const { paths } of commits) for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  return (path) => commits.length >= leastCommits && (counts.get(path) ?? 0) > commits.length * mostChanged;
}

const noFamily =
  /(?:^|\/)(?:migrations?|versions|locales?|i18n|lang|translations?|fixtures?|testdata|snapshots?|assets|static|public|docs?|utils?|helpers?|lib|common|shared|tests?|specs?|__tests__|e2e|cypress|examples?|vendor|components|partials|fragments|widgets)(?:\/|$)/i;
const usualStem =
  /^(?:index|main|mod|__init__|types?|utils?|helpers?|constants?|base|common|errors?|config|readme|tests?|docs?|models?|views?|urls|apps?|admin|setup)$/i;

function familiesOf(scope: CodeScope): Family[] {
  const byShape = new Map<string, Family>();
  const add = (shape: string, noun: string | null, member: Family["members"][number]) => {
    if (noun === null) return;
    const family = byShape.get(shape) ?? { shape, noun, members: [] };
    family.members.push(member);
    byShape.set(shape, family);
  };
  for (const { path } of scope.sources) {
    const folder = folderOf(path);
    const name = fileName(path);
    if (noFamily.test(folder) || folder === "" || testName.test(name)) continue;
    const suffix = /(?:[_.-][a-z]+)?\.[\w.]+$/.exec(name)?.[0] ?? "";
    const stem = name.slice(0, name.length - suffix.length);
    const kind = /^[_.]([a-z]+)\./.exec(suffix)?.[1];
    if (!usualStem.test(stem))
      add(`${folder}/…${suffix}`, kind ?? singular(fileName(folder)) ?? singular(fileName(folderOf(folder))), {
        path,
        stem,
      });
    const own = fileName(folder);
    const above = folderOf(folder);
    if (above !== "" && !usualStem.test(own)) add(`${above}/…/${name}`, singular(fileName(above)), { path, stem: own });
  }
  return [...byShape.values()].filter(
    ({ members }) => members.length >= leastMembers && members.every(({ stem }) => stem !== ""),
  );
}

const testName = /(?:^test_|[._-](?:test|spec)s?\.|_test\.)/i;

/** "view" of "views"; null of a name that says no kind, such as a product's own. */
function singular(folder: string): string | null {
  const word = folder.toLowerCase();
  const found = word
    .replace(/ies$/, "y")
    .replace(/(?<=(?:ss|x|ch|sh))es$/, "")
    .replace(/(?<=[^su])s$/, "");
  return found === word || !/^[a-z]{3,}$/.test(found) ? null : found;
}

/** The newest members that came one by one, each with a commit of its own. */
export function lastAdditions(
  { members }: Family,
  births: ReadonlyMap<string, CommitRecord>,
  order: ReadonlyMap<CommitRecord, number>,
): Addition[] {
  const born = members.flatMap(({ path, stem }) => {
    const commit = births.get(path);
    return commit === undefined ? [] : [{ commit, path, stem }];
  });
  const counts = new Map<CommitRecord, number>();
  for (const { commit } of born) counts.set(commit, (counts.get(commit) ?? 0) + 1);
  const alone = born.filter(({ commit }) => counts.get(commit) === 1);
  return alone.toSorted((a, b) => (order.get(a.commit) ?? 0) - (order.get(b.commit) ?? 0)).slice(0, compared);
}

function isTestFile(path: string): boolean {
  return testName.test(fileName(path)) || /(?:^|\/)(?:tests?|specs?|__tests__)\//i.test(path);
}

/** What comes along by itself, and what says nothing. */
const aside =
  /(?:^|\/)(?:__init__\.py|mod\.rs|\.gitkeep|package-lock\.json|yarn\.lock|pnpm-lock\.yaml|go\.sum|Cargo\.lock|poetry\.lock|uv\.lock|Gemfile\.lock|composer\.lock)$|(?:^|\/)(?:migrations?|migrate)\//;

async function stepsOf(
  scope: CodeScope,
  additions: readonly Addition[],
  isCommon: (path: string) => boolean,
): Promise<HabitStep[]> {
  const found = new Map<string, { additions: Addition[]; path: string }>();
  for (const addition of additions)
    for (const [shape, path] of new Map(addition.commit.paths.map((one) => [shapeOf(one, addition.stem), one]))) {
      const known = found.get(shape) ?? { additions: [], path };
      known.additions.push(addition);
      found.set(shape, known);
    }
  const steps: HabitStep[] = [];
  for (const [shape, { additions: own, path }] of found) {
    if (own.length < agreeing) continue;
    if (aside.test(shape) || scope.facts(path) === null) continue;
    const isTest = isTestFile(path);
    if (shape.includes("…")) steps.push({ shape, additions: own, path, isTest, line: null });
    else if (!isCommon(path)) {
      const line = await lineNaming(scope, path, own);
      if (line !== null) steps.push({ shape, additions: own, path, isTest, line });
    }
  }
  return steps
    .toSorted(
      (a, b) =>
        Number(a.line !== null) - Number(b.line !== null) ||
        b.additions.length - a.additions.length ||
        (a.shape < b.shape ? -1 : 1),
    )
    .slice(0, maxSteps);
}

const shortestStem = 4;
const longestLine = 200;

/** A file that names one of them on more lines than this works with it, and does not list it. */
const mostLines = 8;

/**
 * The line of a file of all that names the newest of them as a word of its own. Null where it names fewer than three of
 * those that it changed with: it changed for another reason, or its list is kept elsewhere by now.
 */
async function lineNaming(
  scope: CodeScope,
  path: string,
  additions: readonly Addition[],
): Promise<{ at: number; text: string } | null> {
  const lines = (await scope.lines(path)) ?? [];
  const imports = importLines(lines);
  const named = additions.flatMap(({ stem }) => {
    if (stem.length < shortestStem) return [];
    const found = lines.flatMap((text, at) => (!isAside(text) && namesWhole(text, stem) ? [at] : []));
    // That it is imported registers nothing: the line that uses it does.
    const brought = found.filter((one) => imports.has(one)).flatMap((one) => wordsLike(lines[one] ?? "", stem));
    const isUsed = (text: string) => brought.some((word) => new RegExp(`\\b${word}\\b`).test(text));
    const used = lines.findIndex((text, one) => !imports.has(one) && !isAside(text) && isUsed(text));
    const at = found.find((one) => !imports.has(one)) ?? (used < 0 ? undefined : used);
    return at === undefined || found.length > mostLines ? [] : [{ at: at + 1, text: (lines[at] ?? "").trim() }];
  });
  return named.length >= agreeing ? (named[0] ?? null) : null;
}

/** Names on a line that a stem is a part of: "sirenHook" of "siren". */
function wordsLike(text: string, stem: string): string[] {
  const own = stem.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();
  return [...new Set(text.match(/\w+/g))].filter((word) => word.replaceAll("_", "").toLowerCase().includes(own));
}

function isAside(text: string): boolean {
  return text.length > longestLine || /^\s*(?:\/[/*]|#|\*|"""|--)/.test(text);
}
