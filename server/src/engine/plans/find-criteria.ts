import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { FileLocation, PageLocation } from "#server/engine/task-locations/task-location.ts";
import { asSentence, cutText } from "#server/engine/text/sentences.ts";
import { enumerate } from "#server/engine/text/wording.ts";

import { background, demand, refinement } from "./goal-words.ts";
import { countShared, tellingStems } from "./shared-words.ts";
import type { TouchedPart } from "./split-by-parts.ts";
import { meantByWish } from "./wish-criteria.ts";

export const maxTaskCriteria = 5;
const maxLength = 300;

/** What a task is about, for those who look for how one can tell that it is done. */
export interface CriteriaSubject {
  /** The wish as it was written. */
  text: string;
  /** What was said to bound or detail it. */
  details: readonly string[];
  /** What the goal itself calls criteria. */
  criteria: readonly string[];
  part: TouchedPart | null;
  /** The wish has no other task, or this is the last of them: what holds for all of it is checked once all is there. */
  isLast: boolean;
  /** All that the goal says. */
  goal: string;
  /** Sections that describe what it touches. */
  pages: readonly PageLocation[];
}

/**
 * How one can tell that a task is done: what the goal says of it, what its own words ask of the code, and the tests and
 * pages of the code that it touches. Only what a person can check; fewer than two where there is no more.
 */
export function findCriteria(subject: CriteriaSubject, codebases: readonly Codebase[]): string[] {
  const codebase = codebases.find(({ repositoryId }) => repositoryId === subject.part?.repositoryId) ?? null;
  const found = [
    ...subject.criteria.map(asCriterion),
    ...subject.details.filter(isCheckable).map(asCriterion),
    ...(subject.isLast ? saidInWish(subject.text) : []),
    ...(codebase && subject.part ? [...demandedOfCode(subject, codebase), ...testsOf(subject.part, codebase)] : []),
    ...subject.pages
      .filter((page) => isAbout(page, subject.text))
      .slice(0, 1)
      .map(pageCriterion),
  ];
  const distinct = [...new Set(found)];
  // What the touched code says is asked as long as the goal tells too little.
  for (const more of codebase && subject.part ? fromTheCode(subject, subject.part, codebase) : []) {
    if (distinct.length >= fewCriteria) break;
    distinct.push(...more());
  }
  return distinct.slice(0, maxTaskCriteria);
}

/** Below this many, what the touched code says is asked for more. */
const fewCriteria = 2;

/** What tells most first. Each is worked out only where it is needed. */
function fromTheCode(subject: CriteriaSubject, part: TouchedPart, codebase: Codebase): (() => string[])[] {
  const isTakenAway = /\b(?:rename|remove|delete|drop|retire|replace)\b/i.test(subject.text);
  return [
    () => (isTakenAway ? [] : staysAsItIs(subject.text, part, codebase)),
    () => untested(part, codebase),
    () => (isTakenAway ? [] : usersOf(part, codebase)),
  ];
}

/** Something new beside what an endpoint of the likeliest file does today: whoever does not use it notices nothing. */
function staysAsItIs(text: string, { locations }: TouchedPart, { index }: Codebase): string[] {
  const [first] = locations;
  if (first === undefined) return [];
  const inside = [...index.endpointsOf(first.path)].filter(({ protocol }) => protocol === "http");
  const spoken = inside.filter(({ path }) => countShared(path.replaceAll(/[^\p{L}]+/gu, " "), text) > 0);
  const [endpoint] = spoken;
  if (endpoint === undefined) return [];
  return [`\`${endpoint.method} ${endpoint.path}\` answers as today where nothing of this is used`];
}

/** No test is called like the likeliest file or imports it, and there are tests near it: one of its own would stand there. */
function untested({ locations }: TouchedPart, { index }: Codebase): string[] {
  const [first] = locations;
  if (first === undefined || index.files().find(({ path }) => path === first.path)?.kind !== "source") return [];
  if (listTests(locations.slice(0, 1), index).length > 0) return [];
  const cases = index.files().filter(({ kind, path }) => kind === "test" && isCase.test(path));
  const [near] = cases
    .filter(({ path }) => languageOf(path) === languageOf(first.path))
    .toSorted((a, b) => sharedFolders(b.path, first.path) - sharedFolders(a.path, first.path));
  const folders = first.path.split("/").length - 1;
  if (near === undefined || sharedFolders(near.path, first.path) * 2 < Math.max(1, folders)) return [];
  return [
    `A first test of \`${first.path}\` (the nearest today is \`${near.path}\`) fails without the change and passes with it`,
  ];
}

/** By the end of its name; what one runner of tests takes counts as one. */
function languageOf(path: string): string {
  const end = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return /^[cm]?[jt]sx?$/.test(end) ? "js" : end;
}

const maxUsers = 3;

/** What imports the likeliest files, and is no place of the task itself: whoever changes them looks there as well. */
function usersOf({ locations }: TouchedPart, { index }: Codebase): string[] {
  const own = new Set(locations.map(({ path }) => path));
  const kinds = new Map(index.files().map(({ path, kind }) => [path, kind]));
  const importersOf = (path: string) => index.importersOf(path).map((edge) => edge.path);
  for (const { path } of locations.slice(0, 3)) {
    // A file that only passes on what others hold is used by whoever imports it.
    const through = importersOf(path).flatMap((user) => (bareName(user) === "index" ? importersOf(user) : [user]));
    const users = [...new Set(through)].filter((user) => !own.has(user) && kinds.get(user) === "source");
    if (users.length === 0) continue;
    const near = users.toSorted((a, b) => sharedFolders(b, path) - sharedFolders(a, path));
    const named = near.slice(0, maxUsers).map((user) => `\`${user}\``);
    const all = enumerate(users.length > named.length ? [...named, `${users.length - named.length} more`] : named);
    const [use, work] = users.length === 1 ? ["uses", "works"] : ["use", "work"];
    return [`${all}, which ${use} \`${path}\` today, ${work} with the change`];
  }
  return [];
}

/** It bounds, demands, says what happens or gives an example; an explanation is nothing to check. */
export function isCheckable(sentence: string): boolean {
  if (/\?\s*$/.test(sentence) || sentence.length > 400 || background.test(sentence)) return false;
  return demand.test(sentence) || refinement.test(sentence) || happening.test(sentence);
}

/** A figure, a name of the code, or a verb of what is, may be or happens. */
const happening =
  /\d|`|\b(?:can|may|is|are|stays?|goes|comes?|shows?|answers?|returns?|gets?|has|have|leads?|says?|lists?|sends?|keeps?|loses?|moves?|ends?|starts?|opens?|closes?|appears?|disappears?|turns?|works?|belongs?|happens?)\b/i;

function asCriterion(sentence: string): string {
  const plain = sentence
    .replace(/^(?:(?:and|but|also|so)[,\s]+)+/i, "")
    .replace(/\s+/g, " ")
    .replace(/[\s.;,]+$/, "");
  return cutText(plain.charAt(0).toUpperCase() + plain.slice(1), maxLength);
}

/** What a wish says after "so that" or "when" can be checked by itself. */
function saidInWish(text: string): string[] {
  const found: string[] = [];
  const purpose =
    /\bso (?:that )?((?:it|they|we|people|users?|nobody|no one|a|an|the|each|every|all)\b[^.;]{8,200})/i.exec(
      text,
    )?.[1];
  if (purpose) found.push(asCriterion(purpose));
  const condition = /(?:^|[,\s])((?:when|if|unless|as soon as|whenever)\s+[^,.;]{6,120}),\s*([^.;]{6,160})/i.exec(text);
  if (condition) found.push(asCriterion(`${condition[1]}, ${condition[2]}`));
  return [...found, ...meantByWish(text)];
}

/** What verbs of the wish mean for names of the code and endpoints of the files. */
function demandedOfCode(subject: CriteriaSubject, codebase: Codebase): string[] {
  const { text, part } = subject;
  return [...renamed(subject, codebase), ...refused(text, part, codebase), ...kept(part, codebase)];
}

const codeName = /`([^`\n]{2,80})`/g;

/** "Rename `a` to `b`", "remove `a`": the former name is gone, and where it is today is counted. */
function renamed({ text, goal }: CriteriaSubject, { index }: Codebase): string[] {
  // What goes away in one place only stays in others.
  if (!/\b(?:rename|replace)\b/i.test(text) && !/\b(?:remove|delete|drop|retire)\s+`[^`]+`\s*\.?$/i.test(text))
    return [];
  const [name] = [...text.matchAll(codeName)].map(([, one = ""]) => one);
  // The index has the words that names are made of.
  const words = (name ?? "").match(/[A-Z]?[a-z]{2,}|[A-Z]{3,}/g) ?? [];
  const isInCode = words.length > 0 && words.every((word) => index.countWord(word.toLowerCase()).files > 0);
  if (name === undefined || !isInCode) return [];
  const isKept = [...goal.matchAll(/\b(?:keep|still|support|accept)\w*\b[^.;]*/gi)].some(([said]) =>
    said.includes(`\`${name}\``),
  );
  if (isKept) return [`Who says \`${name}\` as before gets the same answer as who says the new name`];
  return [`\`${name}\` is nowhere in the code any more, changelogs and migrations excepted`];
}

/** Something is refused: which endpoint does, and how one sees it. */
function refused(text: string, part: TouchedPart | null, { index }: Codebase): string[] {
  if (!/\b(?:refuse|reject|deny|forbid|block|require|validate|limit|throttle|restrict|protect)\w*\b/i.test(text))
    return [];
  const endpoints = (part?.locations ?? []).flatMap(({ path }) => [...index.endpointsOf(path)]);
  const [one] = endpoints.filter(({ method }) => method !== "GET");
  const [any] = endpoints;
  const endpoint = one ?? any;
  if (endpoint === undefined || endpoint.protocol !== "http") return [];
  const status = /\b(?:limit|throttle)\w*\b/i.test(text) ? "429" : "a status of 4xx";
  return [`\`${endpoint.method} ${endpoint.path}\` answers ${status} then, says why, and changes nothing`];
}

/** Something is added to a table: rows that are there stay. */
function kept(part: TouchedPart | null, { index }: Codebase): string[] {
  const [first] = part?.locations ?? [];
  if (first?.why[0]?.kind !== "table") return [];
  const found = index.tables().tables.find(({ entity, sources }) => {
    return (
      (entity !== null && entity === first.symbol) ||
      sources.some(({ path, startLine }) => path === first.path && startLine === first.startLine)
    );
  });
  if (found === undefined) return [];
  return [
    `Rows of \`${found.name}\` from before the change are read as they were, also when the migration runs a second time`,
  ];
}

const maxTests = 2;

/** Tests of the likeliest files: they are where one sees that it works and that the rest still does. */
function testsOf(part: TouchedPart, { index }: Codebase): string[] {
  const tests = listTests(part.locations.slice(0, 3), index).slice(0, maxTests);
  if (tests.length === 0) return [];
  const names = enumerate(tests.map((path) => `\`${path}\``));
  return [`A new case in ${names} fails without the change and passes with it; the cases that are there still pass`];
}

/** For each file the nearest test that is called like it or its declaration, else the nearest that imports it. */
function listTests(locations: readonly FileLocation[], index: Codebase["index"]): string[] {
  const tests = index.files().filter(({ kind, path }) => kind === "test" && isCase.test(path));
  const found = locations.flatMap(({ path, symbol }) => {
    const nearest = (all: readonly string[]) =>
      all.toSorted((a, b) => sharedFolders(b, path) - sharedFolders(a, path))[0];
    const names = new Set([bareName(path), bareName(symbol?.split(".").at(-1) ?? "")].filter(isTelling));
    const near = nearest(tests.map((test) => test.path).filter((test) => names.has(bareName(test))));
    if (near !== undefined && sharedFolders(near, path) > 0) return [near];
    const importers = new Set(index.importersOf(path).map((edge) => edge.path));
    return nearest(tests.map((test) => test.path).filter((test) => importers.has(test))) ?? [];
  });
  return [...new Set(found)];
}

/** A file that holds cases, and no fixture or setting beside them. */
const isCase = /(?:^|[/._-])(?:tests?|spec|specs)(?=[._/-])[^/]*\.[A-Za-z]+$|tests?\.[A-Za-z]+$/i;

/** Half of all folders have a file that is called so. */
const untelling = new Set([
  "",
  "index",
  "main",
  "app",
  "page",
  "base",
  "utils",
  "util",
  "helpers",
  "types",
  "models",
  "views",
]);

function isTelling(name: string): boolean {
  return !untelling.has(name);
}

/** "task.screen.test.ts", "test_task.py" and "TaskTests.cs" are tests of "task". */
function bareName(path: string): string {
  return path
    .slice(path.lastIndexOf("/") + 1)
    .replace(/\.[^/]*$/, "")
    .replaceAll(/^tests?[_-]|[._-]?(?:tests?|spec|screen|db)$/gi, "")
    .replaceAll(/[^A-Za-z\d]/g, "")
    .toLowerCase();
}

function sharedFolders(one: string, other: string): number {
  const [a, b] = [one.split("/").slice(0, -1), other.split("/").slice(0, -1)];
  const end = a.findIndex((folder, at) => folder !== b[at]);
  return end === -1 ? a.length : end;
}

/** Documents of decisions and for contributors say nothing that a change makes wrong. */
const timeless =
  /(?:^|\/)(?:decisions?|adrs?|rfcs?)\/|(?:^|\/)(?:changelog|contributing|code_of_conduct|license|security)\b/i;

/** The heading has to be about the wish, and not the text below it alone. */
function isAbout(page: PageLocation, text: string): boolean {
  const words = tellingStems(page.heading);
  const shared = countShared(page.heading, text);
  return !timeless.test(page.path) && shared > 0 && shared * 3 >= words.length * 2;
}

/** A document of the repository, or a page of the product. */
function pageCriterion({ page, path, heading }: PageLocation): string {
  const where = page === null ? ` of \`${path}\`` : "";
  return asSentence(`The section “${heading}”${where} says how it is after the change`).replace(/\.$/, "");
}
