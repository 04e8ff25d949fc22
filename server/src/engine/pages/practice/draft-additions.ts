import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { heading, list, paragraph, type DraftBlock, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { enumerate, fileName, folderOf } from "#server/engine/text/wording.ts";
import type { CommitRecord } from "#server/git-source.ts";

/** Things of one kind that lie side by side: files of a folder, or folders with a file of the same name in each. */
interface Family {
  /** Where they lie, with `…` for what differs. */
  shape: string;
  members: { path: string; stem: string }[];
}

interface Addition {
  commit: CommitRecord;
  path: string;
  stem: string;
}

const maxCommits = 4000;
const leastMembers = 4;
const wanted = 3;
const leastAlways = 2;
/** Commits of more files bring a whole version, and show no habit. */
const mostFiles = 40;
const shownFamilies = 3;
const shownChanges = 9;

/** What came along each of the last times when one more of a kind was added, from commits. */
export async function draftAdditions({ scopes }: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of scopes) {
    const commits = scope.repository.index.history.recentCommits(maxCommits);
    const births = birthsOf(commits);
    const habits = await Promise.all(familiesOf(scope).map((family) => habitOf(scope, family, births)));
    const found = habits.filter((one) => one !== null);
    const best = found.toSorted((a, b) => b.worth - a.worth || (a.family.shape < b.family.shape ? -1 : 1));
    const seen = new Set<string>();
    for (const habit of best) {
      const mark = habit.additions.map(({ stem }) => stem).join();
      if (seen.has(mark) || seen.size >= shownFamilies) continue;
      seen.add(mark);
      blocks.push(...habitBlocks(scope, habit));
    }
  }
  return blocks.length > 0 ? { blocks } : null;
}

/** By path, the commit that it came with, as far as the window of history reaches. */
function birthsOf(commits: readonly CommitRecord[]): ReadonlyMap<string, CommitRecord> {
  const births = new Map<string, CommitRecord>();
  for (const commit of commits) for (const path of commit.paths) births.set(path, commit);
  const oldest = commits.at(-1);
  return new Map([...births].filter(([, commit]) => commit !== oldest && commit.paths.length <= mostFiles));
}

const noFamily =
  /(?:^|\/)(?:migrations?|versions|locales?|i18n|lang|translations?|fixtures?|testdata|snapshots?|assets|static|public|docs?|utils?|helpers?|lib|common|shared)(?:\/|$)/i;
const usualStem =
  /^(?:index|main|mod|__init__|types?|utils?|helpers?|constants?|base|common|errors?|config|readme|test|tests|doc)$/i;

function familiesOf(scope: CodeScope): Family[] {
  const byShape = new Map<string, Family["members"]>();
  const add = (shape: string, path: string, stem: string) =>
    void byShape.set(shape, [...(byShape.get(shape) ?? []), { path, stem }]);
  for (const { path } of scope.sources) {
    const folder = folderOf(path);
    const name = fileName(path);
    const stem = name.replace(/\..*$/, "");
    if (noFamily.test(folder) || folder === "") continue;
    const suffix = /(?:[_.-][a-z]+)?\.[\w.]+$/.exec(name)?.[0] ?? "";
    if (!usualStem.test(stem)) add(`${folder}/…${suffix}`, path, name.slice(0, name.length - suffix.length));
    const own = fileName(folder);
    if (folderOf(folder) !== "" && !usualStem.test(own)) add(`${folderOf(folder)}/…/${name}`, path, own);
  }
  return [...byShape]
    .filter(([, members]) => members.length >= leastMembers && members.every(({ stem }) => stem !== ""))
    .map(([shape, members]) => ({ shape, members }));
}

interface AdditionHabit {
  family: Family;
  additions: Addition[];
  /** Shapes of what came or changed along, with how often and a path of the newest time. */
  along: { shape: string; times: number; path: string; isOwn: boolean; line: { at: number; text: string } | null }[];
  worth: number;
}

async function habitOf(
  scope: CodeScope,
  family: Family,
  births: ReadonlyMap<string, CommitRecord>,
): Promise<AdditionHabit | null> {
  const additions: Addition[] = [];
  const born = family.members
    .flatMap(({ path, stem }) => {
      const commit = births.get(path);
      return commit === undefined ? [] : [{ commit, path, stem }];
    })
    .toSorted((a, b) => (a.commit.committedAt < b.commit.committedAt ? 1 : -1));
  for (const one of born.filter(({ commit }) => !reworking.test(commit.subject)))
    if (!additions.some(({ commit }) => commit.oid === one.commit.oid)) additions.push(one);
  const last = additions.slice(0, wanted);
  if (last.length < wanted) return null;
  const along = await changedAlong(scope, last);
  const always = along.filter(({ times }) => times === wanted);
  // The thing itself comes each time; without another file that does, there is no habit.
  if (always.length < leastAlways) return null;
  return { family, additions: last, along, worth: along.length + always.length + Math.log2(family.members.length) };
}

async function changedAlong(scope: CodeScope, additions: readonly Addition[]): Promise<AdditionHabit["along"]> {
  const counts = new Map<string, Omit<AdditionHabit["along"][number], "shape">>();
  for (const { commit, stem } of additions) {
    const shapes = new Map(commit.paths.map((path) => [shapeOf(path, stem), path]));
    for (const [shape, path] of shapes) {
      const known = counts.get(shape);
      counts.set(shape, {
        times: (known?.times ?? 0) + 1,
        path: known?.path ?? path,
        isOwn: shape.includes("…"),
        line: null,
      });
    }
  }
  const found = [...counts]
    .map(([shape, one]) => ({ shape, ...one }))
    .filter(({ times, path, shape }) => times >= wanted - 1 && !aside.test(shape) && scope.facts(path) !== null)
    .toSorted((a, b) => b.times - a.times || Number(b.isOwn) - Number(a.isOwn) || (a.shape < b.shape ? -1 : 1));
  const lined = await Promise.all(
    found.map(async (one) => (one.isOwn ? one : { ...one, line: await lineNaming(scope, one.path, additions) })),
  );
  // A file that names none of them changed for another reason.
  return lined.filter(({ isOwn, line }) => isOwn || line !== null).slice(0, shownChanges);
}

/** Whatever is moved, renamed or put right shows nothing of how one is added. */
const reworking = /^\W*(?:refactor|mov(?:e|ing)|renam|fix|chore|clean|wip\b|init|revert|style|split|extract)/i;

const aside = /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|go\.sum|Cargo\.lock|poetry\.lock|uv\.lock)$/;

/** `src/jira/hook.ts` of "jira" is `src/…/hook.ts`, however its words are written. */
function shapeOf(path: string, stem: string): string {
  const words = wordsOfStem(stem);
  return stem.length < 3 ? path : path.replaceAll(new RegExp(words.join("[_\\W]?"), "gi"), "…");
}

function habitBlocks(scope: CodeScope, { family, additions, along }: AdditionHabit): DraftBlock[] {
  const names = additions.map(({ stem }) => codeSpan(stem));
  const subjects = additions.map(
    ({ commit }) => `“${commit.subject.replaceAll("`", "")}” (${commit.committedAt.slice(0, 10)})`,
  );
  const items = along.map((one) => alongItem(scope, one));
  return [
    heading(`One more like ${codeSpan(family.shape)}`),
    paragraph({
      text: `The last three of them, ${enumerate(names)}, came with the commits ${enumerate(subjects)}.`,
      evidence: additions.map(({ path }) => scope.at(path, 1, Math.min(scope.facts(path)?.lines ?? 1, 3))),
    }),
    list("What came or changed along:", items),
  ];
}

/** A file of its own, or the line of another file that names the newest of them. */
function alongItem(scope: CodeScope, { shape, times, path, isOwn, line }: AdditionHabit["along"][number]): ListItem {
  const often = times === wanted ? "each time" : "two of three times";
  return isOwn || line === null
    ? { text: `${codeSpan(shape)}, ${often}, as ${codeSpan(path)}.`, evidence: [scope.at(path, 1)] }
    : {
        text: `${codeSpan(path)}, ${often}, with a line such as ${codeSpan(line.text, 100)}.`,
        evidence: [scope.at(path, line.at)],
      };
}

/** The first line of code that names one of them as a word of its own, the newest first. */
async function lineNaming(
  scope: CodeScope,
  path: string,
  additions: readonly Addition[],
): Promise<{ at: number; text: string } | null> {
  const lines = (await scope.lines(path)) ?? [];
  for (const { stem, commit } of additions) {
    if (!commit.paths.includes(path) || stem.length < shortestStem) continue;
    const at = lines.findIndex(
      (text) => !/^\s*(?:\/\/|#|\*|"""|--)/.test(text) && text.length < 200 && namesWhole(text, stem),
    );
    if (at >= 0) return { at: at + 1, text: (lines[at] ?? "").trim() };
  }
  return null;
}

const shortestStem = 4;

/** Whether it stands there as a word, or at the beginning of a name. */
function namesWhole(text: string, stem: string): boolean {
  const words = wordsOfStem(stem).join("[_\\W]?");
  return new RegExp(`(?<![a-zA-Z])${words}(?![a-z]{2})`, "i").test(text) && /[(){}"'`:,;=[\]]/.test(text);
}

/** Its words, however it joins them, as parts of an expression. */
function wordsOfStem(stem: string): string[] {
  return stem
    .split(/[_\W]+|(?<=[a-z\d])(?=[A-Z])/)
    .filter(Boolean)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
}
