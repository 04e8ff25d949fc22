import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { Comparison, FileDifference, CommitSummary } from "#server/engine/history/code-history.ts";
import { compareFacts, type FactChange } from "#server/engine/history/compare-facts.ts";
import type { TimeReference } from "#server/engine/intent/interpret-moment.ts";
import type { QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import { linesOf, type StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { count, enumerate, fold } from "#server/engine/text/wording.ts";

import { dayOf, isUpkeep, plainSubject, reasonOf, sentencesOf, signatureOf, subjectOf } from "./describe-commit.ts";
import { findCommitRange, nameOf, nothingChanged, plainSpanOf, spanOf, type CommitRange } from "./find-commit-range.ts";
import { groupChanges, type Area } from "./group-changes.ts";
import { loadPairs, type Chosen, type WantedFacts } from "./load-pairs.ts";

const maxAreas = 6;
const maxCommitsOfArea = 4;
const maxNames = 5;
const maxListed = 12;
const maxAuthors = 3;
const maxCitedLines = 24;

type Since = Extract<TimeReference, { type: "since" }>;

/** What changed between two times: commits by area, and what is declared now that was not, or was and is not. */
export async function explainChanges(
  context: AnswerContext,
  requested: Since,
  terms: readonly QuestionTerm[],
): Promise<StatementBlock[]> {
  const blocks = await Promise.all(
    context.codebases.map((codebase) => changesIn(context, codebase, { requested, terms })),
  );
  return blocks.flat();
}

async function changesIn(
  context: AnswerContext,
  codebase: Codebase,
  { requested, terms }: { requested: Since; terms: readonly QuestionTerm[] },
): Promise<StatementBlock[]> {
  const { history } = codebase;
  const title = context.codebases.length > 1 ? codebase.name : null;
  const explain = (text: string): StatementBlock[] => [
    { heading: title, statements: [{ text, plain: text.replaceAll("`", ""), evidence: [] }] },
  ];
  if (!history) return explain("The history of this code is not there to look at.");
  const range = await findCommitRange(context, codebase, requested);
  if ("problem" in range) return explain(range.problem);
  if (range.from.oid === range.to.oid) return explain(nothingChanged(range));
  const comparison = await context.lookUp("compare_versions", `${nameOf(range.from)} and ${nameOf(range.to)}`, () =>
    history.compare(range.from.oid, range.to.oid),
  );
  if (!comparison) return explain("These two states of the code cannot be compared: one of them is not in this copy.");
  const chosen = chooseAbout(comparison, terms);
  if (chosen.commits.length + chosen.files.length === 0) {
    const about = enumerate(terms.map(({ word }) => `“${word}”`));
    return explain(
      `Nothing about ${about} changed ${spanOf(range)}, among ${count(comparison.commits.length, "commit")}.`,
    );
  }
  const wanted = wantedFacts(requested.rest);
  const { pairs, left } = await loadPairs(codebase, history, { ...chosen, range, wanted });
  const facts = compareFacts(pairs).filter((one) => isAbout(one, chosen, terms));
  const areas = groupChanges({ ...chosen, facts }, codebase.index.components());
  const location: ComparedCode = { codebase, range };
  return [
    { heading: title, statements: [leadOf(location, chosen, { facts, isCut: comparison.isCut, terms })] },
    ...listsOf(location, facts, wanted),
    ...(wanted === null ? areas.slice(0, maxAreas).flatMap((area) => areaBlock(location, area)) : []),
    { heading: null, statements: restOf(wanted === null ? areas.slice(maxAreas) : [], left) },
  ];
}

/** "Which settings were added": of all changes only these are requested. */
function wantedFacts(rest: string): WantedFacts {
  if (/\b(?:settings?|environment variables?|env vars?|config(?:uration)? (?:keys?|options?))\b/i.test(rest))
    return "setting";
  return /\b(?:endpoints?|api calls?|http calls?)\b/i.test(rest) ? "endpoint" : null;
}

interface ComparedCode {
  codebase: Codebase;
  range: CommitRange;
}

/**
 * What is about the subject: by words of a path or a commit's subject, else of its message. All, where none was named.
 */
function chooseAbout(comparison: Comparison, terms: readonly QuestionTerm[]): Chosen {
  if (terms.length === 0) return comparison;
  const isSome = ({ commits, files }: Chosen) => commits.length + files.length > 0;
  const matches = createMatcher(terms.map((term) => ({ ...term, synonyms: [] })));
  const exact = chooseMatching(comparison, matches);
  if (isSome(exact)) return exact;
  const near = chooseMatching(comparison, createMatcher(terms));
  if (isSome(near)) return near;
  const commits = comparison.commits.filter((one) => one.body !== "" && sentencesOf(one).some(matches));
  return { commits, files: [] };
}

function chooseMatching({ commits, files }: Comparison, matches: (text: string) => boolean): Chosen {
  const isNamed = ({ path }: { path: string }) => matches(path);
  const about = commits.filter(({ subject, paths }) => matches(subject) || paths.some(matches));
  const touched = new Set(about.filter(({ subject }) => matches(subject)).flatMap(({ paths }) => paths));
  return { commits: about, files: files.filter((file) => isNamed(file) || touched.has(file.path)) };
}

/** "routing" matches `router`, `routes` and `route`, and synonyms. */
function createMatcher(terms: readonly QuestionTerm[]): (text: string) => boolean {
  const wanted = terms.map(({ stem, synonyms }) => [stem, ...synonyms]);
  const known = new Map<string, boolean>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const stems = new Set(stemsOf(text));
    const isMet = wanted.every((roots) => roots.some((root) => stems.has(root)));
    known.set(text, isMet);
    return isMet;
  };
}

function isAbout({ name, path }: FactChange, { files }: Chosen, terms: readonly QuestionTerm[]): boolean {
  if (terms.length === 0) return true;
  const matches = createMatcher(terms.map((term) => ({ ...term, synonyms: [] })));
  return matches(name) || matches(path) || files.length <= maxNames;
}

function leadOf(
  location: ComparedCode,
  { commits, files }: Chosen,
  reported: { facts: readonly FactChange[]; isCut: boolean; terms: readonly QuestionTerm[] },
): Statement {
  const { facts, isCut, terms } = reported;
  const authors = Map.groupBy(commits, ({ authorName }) => authorName);
  const people = [...authors].toSorted(([, a], [, b]) => b.length - a.length).map(([name]) => cleanProse(name));
  const cameFiles = files.filter(({ oldOid }) => oldOid === null).length;
  const goneFiles = files.filter(({ newOid }) => newOid === null).length;
  const about = terms.length === 0 ? "" : ` about ${enumerate(terms.map(({ word }) => `“${word}”`))}`;
  const by = people.length === 0 ? "" : ` by ${fold(people, maxAuthors)}`;
  const span = spanOf(location.range);
  const parts = [...(cameFiles > 0 ? [`${cameFiles} new`] : []), ...(goneFiles > 0 ? [`${goneFiles} gone`] : [])];
  const sizes = `${count(files.length, "file")} changed${parts.length > 0 ? `, of those ${enumerate(parts)}` : ""}`;
  const amount = `${isCut ? "more than " : ""}${count(commits.length, "commit")}${about}${by}`;
  const first = facts.find(({ kind, what }) => kind !== "removed" && what === "symbol") ?? facts[0];
  return {
    text: `${span.charAt(0).toUpperCase()}${span.slice(1)} there are ${amount}; ${sizes}.`,
    plain: `${plainSpanOf(location.range)} there were ${amount.replaceAll("commit", "change")}.`,
    evidence: first ? [evidenceOf(location, first)] : evidenceOfFiles(location, files).slice(0, 1),
  };
}

/** A removed thing is shown by the lines it had. */
function evidenceOf({ codebase, range }: ComparedCode, { kind, path, startLine, endLine }: FactChange): Evidence {
  const last = Math.min(endLine, startLine + maxCitedLines - 1);
  const commit = kind === "removed" ? range.from.oid : range.isNow ? undefined : range.to.oid;
  return { ...linesOf({ codebase, path }, startLine, last), ...(commit === undefined ? {} : { commit }) };
}

/** The first lines of files that are there at one of the two commits. */
function evidenceOfFiles({ codebase, range }: ComparedCode, files: readonly FileDifference[]): Evidence[] {
  return files.map(({ path, oldPath, newOid }) => {
    const isGone = newOid === null;
    const commit = isGone ? range.from.oid : range.isNow ? undefined : range.to.oid;
    const location = { codebase, path: isGone ? (oldPath ?? path) : path };
    return { ...linesOf(location, 1), ...(commit === undefined ? {} : { commit }) };
  });
}

const listed: readonly { what: FactChange["what"]; kind: "added" | "removed"; heading: string }[] = [
  { what: "endpoint", kind: "added", heading: "Calls that are new in these files" },
  { what: "endpoint", kind: "removed", heading: "Calls that these files no longer declare" },
  { what: "setting", kind: "added", heading: "Settings that are new in these files" },
  { what: "setting", kind: "removed", heading: "Settings that these files no longer read" },
];

function listsOf(location: ComparedCode, facts: readonly FactChange[], wanted: WantedFacts): StatementBlock[] {
  return listed.map(({ what, kind, heading }) => {
    if (wanted !== null && wanted !== what) return { heading: null, statements: [] };
    const found = facts.filter((one) => one.what === what && one.kind === kind);
    const statements = found.slice(0, maxListed).map((one) => ({
      text: `- ${codeSpan(one.name)} (${codeSpan(one.path)})`,
      plain: "",
      evidence: [evidenceOf(location, one)],
    }));
    return { heading, statements };
  });
}

function areaBlock(location: ComparedCode, area: Area): StatementBlock[] {
  const statements = [...symbolsOf(location, area), ...commitsOf(location, area)];
  if (statements.length === 0) return [];
  return [{ heading: area.path === "" ? "At the top of the repository" : `In ${codeSpan(area.path)}`, statements }];
}

function symbolsOf(location: ComparedCode, { facts }: Area): Statement[] {
  const words = { added: "Added", changed: "Changed", removed: "Removed" } as const;
  return (["added", "changed", "removed"] as const).flatMap((kind): Statement[] => {
    const all = facts.filter((one) => one.kind === kind && one.what === "symbol" && !isInsideAnother(one, facts));
    const found = all.toSorted((a, b) => Number(b.symbol?.isExported) - Number(a.symbol?.isExported));
    if (found.length === 0) return [];
    const names = found.map(({ name }) => codeSpan(name));
    return [
      {
        text: `- ${words[kind]}: ${fold(names, maxNames)}`,
        plain: "",
        evidence: found.slice(0, maxNames).map((one) => evidenceOf(location, one)),
      },
    ];
  });
}

/** Whether a change is inside another listed one: members of a class that was added, removed or changed as a whole. */
function isInsideAnother(one: FactChange, all: readonly FactChange[]): boolean {
  const parent = one.symbol?.parent;
  if (one.kind === "changed") {
    return all.some(
      (other) =>
        other !== one && other.path === one.path && other.symbol?.parent === one.name && other.what === "symbol",
    );
  }
  return all.some((other) => other.kind === one.kind && other.path === one.path && other.name === parent);
}

function commitsOf(location: ComparedCode, area: Area): Statement[] {
  const relevant = area.commits.filter((one) => !isUpkeep(one));
  const shown = (relevant.length > 0 ? relevant : area.commits).slice(0, maxCommitsOfArea);
  const entries = shown.flatMap((commit) => {
    const evidence = evidenceOfCommit(location, area, commit);
    return evidence ? [commitEntry(commit, evidence)] : [];
  });
  const left = area.commits.length - entries.length;
  const rest =
    left > 0 && entries.length > 0 ? [{ text: `- and ${count(left, "more commit")} here`, evidence: [] }] : [];
  return [...entries, ...rest];
}

/** What the commit's files declare differently now, else where one of its files begins. */
function evidenceOfCommit(
  location: ComparedCode,
  { facts, files }: Area,
  { paths }: { paths: readonly string[] },
): Evidence | null {
  const fact = facts.find(({ path }) => paths.includes(path));
  if (fact) return evidenceOf(location, fact);
  const file = files.find(({ path, oldPath }) => paths.includes(path) || (oldPath !== null && paths.includes(oldPath)));
  return (file && evidenceOfFiles(location, [file])[0]) ?? null;
}

function commitEntry(commit: CommitSummary, evidence: Evidence): Statement {
  const reason = reasonOf(commit);
  const subject = plainSubject(commit);
  return {
    text: `- ${signatureOf(commit)}: ${subjectOf(commit)}${reason === null ? "" : `. ${reason}`}`,
    plain: subject === null ? "" : `- ${subject} (${dayOf(commit.authoredAt)})`,
    evidence: [evidence],
  };
}

function restOf(areas: readonly Area[], uncompared: number): Statement[] {
  const commits = areas.reduce((sum, area) => sum + area.commits.length, 0);
  const names = areas.filter((area) => area.path !== "").map((area) => codeSpan(area.path));
  const also = names.length > 0 ? [`Also touched: ${fold(names, maxListed)} (${count(commits, "commit")}).`] : [];
  const left =
    uncompared > 0
      ? [
          `What ${count(uncompared, "further file")} of source code ${uncompared === 1 ? "declares" : "declare"} was not compared; ask about a part of the code to see more.`,
        ]
      : [];
  return [...also, ...left].map((text) => ({ text, evidence: [] }));
}
