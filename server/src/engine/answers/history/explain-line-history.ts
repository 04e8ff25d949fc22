import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { spokenName } from "#server/engine/answers/plain/simplify-text.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { BlamedLines, CodeHistory, LineHistory, CommitSummary } from "#server/engine/history/code-history.ts";
import { linesOf, shownName, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { count, fold } from "#server/engine/text/wording.ts";

import {
  cameWith,
  dayOf,
  isUpkeep,
  plainSubject,
  reasonOf,
  shortId,
  signatureOf,
  subjectOf,
} from "./describe-commit.ts";
import { describeMerge } from "./describe-merge.ts";
import type { HistorySubject } from "./find-subject.ts";

const maxShown = 8;
const maxFileCommits = 200;
const maxAuthors = 3;
/** For longer ones the history of their first lines is used: git follows each line. */
const maxLines = 400;
/** Each is a walk through the history. */
const maxMergesRead = 2;
/** Pieces of a commit's lines that one statement cites. */
const maxPieces = 2;

type CommitOfLines = CommitSummary & { additions?: number; deletions?: number };

interface History {
  changes: readonly CommitOfLines[];
  /** The last of them made it. */
  isWhole: boolean;
  /** That one is the first of the whole history that is here. */
  startsHistory: boolean;
}

/** Who changed a file, a declaration or lines, when, and the reasons in the commits. Null when git has nothing. */
export async function explainLineHistory(
  context: AnswerContext,
  subject: Extract<HistorySubject, { type: "lines" | "file" }>,
): Promise<StatementBlock[] | null> {
  const { history } = subject.codebase;
  if (!history) return null;
  const range = await rangeOf(context, subject);
  if (!range) return null;
  const [found, state] = await context.lookUp("file_history", subject.path, () =>
    Promise.all([readChanges(history, subject, range), history.linesBy(range).catch((): BlamedLines[] => [])]),
  );
  if (!found) return null;
  const cite = (commit: CommitSummary) => linesLeftBy(commit, state, subject, range);
  const reported = found.changes.filter((one) => !isUpkeep(one));
  const relevant = reported.length > 0 ? reported : found.changes;
  const first = found.isWhole ? found.changes.at(-1) : undefined;
  const shown = relevant.filter((one) => one !== first).slice(0, maxShown);
  const entries = first ? [...shown, first] : shown;
  const left = found.changes.length - entries.length;
  const merges = await context.lookUp("file_history", "merges", () => readMergesOf(history, entries));
  return [
    { heading: null, statements: [leadOf(context, subject, { found, range }), ...peopleOf(subject, found, range)] },
    {
      heading: "Changes and their reasons, newest first",
      statements: entries.map((one) =>
        changeEntry(one, { isFirst: one === first, evidence: cite(one), merge: merges.get(one) ?? null }),
      ),
    },
    { heading: null, statements: left > 0 ? [restOf(left, found)] : [] },
  ];
}

interface Range {
  path: string;
  startLine: number;
  endLine: number;
}

async function rangeOf(
  context: AnswerContext,
  subject: Extract<HistorySubject, { type: "lines" | "file" }>,
): Promise<Range | null> {
  const lines = await context.lines(subject);
  if (lines.length === 0) return null;
  const { path } = subject;
  if (subject.type === "file") return { path, startLine: 1, endLine: lines.length };
  const endLine = Math.min(subject.endLine, lines.length, subject.startLine + maxLines - 1);
  return subject.startLine <= endLine ? { path, startLine: subject.startLine, endLine } : null;
}

async function readChanges(history: CodeHistory, subject: HistorySubject, range: Range): Promise<History | null> {
  if (subject.type === "file") {
    const changes = await history.ofPath(subject.path, maxFileCommits);
    return changes.length === 0 ? null : { changes, isWhole: changes.length < maxFileCommits, startsHistory: false };
  }
  const found: LineHistory | null = await history.ofLines(range);
  return found && { ...found, startsHistory: found.changes.at(-1)?.isFirstOfAll ?? false };
}

function leadOf(
  context: AnswerContext,
  subject: Extract<HistorySubject, { type: "lines" | "file" }>,
  { found, range }: { found: History; range: Range },
): Statement {
  const { changes, isWhole, startsHistory } = found;
  const first = changes.at(-1);
  const last = changes[0];
  const location = `lines ${range.startLine}–${range.endLine}`;
  const name =
    subject.type === "file"
      ? `**${shownPath(context, subject)}**`
      : subject.symbol
        ? `**${codeSpan(shownName(subject.symbol))}** (${shownPath(context, subject)}, ${location})`
        : `What stands in ${shownPath(context, subject)}, ${location},`;
  const evidence = [citedStart(subject, range)];
  if (!first || !last) return { text: `${name} has no history.`, evidence };
  const began = startsHistory
    ? `stood there already when the history that is here begins, on ${dayOf(first.authoredAt)} (${shortId(first)})`
    : `came in on ${dayOf(first.authoredAt)} by ${cleanProse(first.authorName)} (${shortId(first)})`;
  const changed =
    changes.length === 1
      ? "and was not changed since"
      : `and was changed by ${count(changes.length - 1, "commit")} since, the last time on ${dayOf(last.authoredAt)} by ${cleanProse(last.authorName)}`;
  const reported = isWhole
    ? `${name} ${began} ${changed}.`
    : `${name} was changed by more than ${count(changes.length, "commit")}, the last time on ${dayOf(last.authoredAt)} by ${cleanProse(last.authorName)}.`;
  const plainName = subject.type === "lines" && subject.symbol ? `“${spokenName(subject.symbol.name)}”` : "This part";
  const plain = isWhole
    ? `${plainName} came in on ${dayOf(first.authoredAt)} by ${cleanProse(first.authorName)}${changes.length === 1 ? " and was not changed since." : `; the last of ${count(changes.length - 1, "later change")} was on ${dayOf(last.authoredAt)} by ${cleanProse(last.authorName)}.`}`
    : `${plainName} changed many times, the last time on ${dayOf(last.authoredAt)} by ${cleanProse(last.authorName)}.`;
  return { text: reported, plain, evidence };
}

/** Who did most of it, where several people did. */
function peopleOf(subject: HistorySubject, { changes }: History, range: Range): Statement[] {
  const commits = Map.groupBy(changes, ({ authorName }) => authorName);
  if (commits.size < 2) return [];
  const people = [...commits].toSorted(([, one], [, other]) => other.length - one.length);
  const named = people.map(([name, own]) => `${cleanProse(name)} (${count(own.length, "commit")})`);
  const text = `Most of these commits are by ${fold(named, maxAuthors)}.`;
  return [{ text, plain: text, evidence: [citedStart(subject, range)] }];
}

/** Of the newest commits that give no reason the merges that brought them: their pull requests often do. */
async function readMergesOf(
  history: CodeHistory,
  commits: readonly CommitOfLines[],
): Promise<Map<CommitOfLines, CommitSummary>> {
  const silent = commits.filter((one) => reasonOf(one) === null).slice(0, maxMergesRead);
  const found = await Promise.all(
    silent.map(async (one) => {
      const merge = await history.mergeOf(one.oid);
      const reported = merge && describeMerge(merge);
      return reported ? [[one, reported] as const] : [];
    }),
  );
  return new Map(found.flat());
}

function changeEntry(
  commit: CommitOfLines,
  { isFirst, evidence, merge }: { isFirst: boolean; evidence: Evidence[]; merge: CommitSummary | null },
): Statement {
  const reason = merge ? cameWith(merge, commit) : reasonOf(commit);
  const size =
    commit.additions === undefined || isFirst ? "" : ` (+${commit.additions} −${commit.deletions ?? 0} lines of it)`;
  const subject = plainSubject(commit);
  return {
    text: `- ${isFirst ? "Made on " : ""}${signatureOf(commit)}: ${subjectOf(commit)}${size}${reason === null ? "" : `. ${reason}`}`,
    plain: subject === null ? "" : `- ${dayOf(commit.authoredAt)}, ${cleanProse(commit.authorName)}: ${subject}`,
    evidence,
  };
}

function restOf(left: number, { changes, isWhole }: History): Statement {
  const upkeep = changes.filter(isUpkeep).length;
  const ofThose = upkeep > 0 ? `, ${upkeep} of all of them mere upkeep` : "";
  return {
    text: `${isWhole ? "" : "More than "}${count(left, "further commit")} not listed here${ofThose}.`,
    evidence: [],
  };
}

/** The commit's own lines that are still there; else the lines that replaced them. */
function linesLeftBy(
  { oid }: CommitSummary,
  state: readonly BlamedLines[],
  subject: HistorySubject,
  range: Range,
): Evidence[] {
  const own = state.filter((one) => one.oid === oid).slice(0, maxPieces);
  if (own.length === 0) return [citedStart(subject, range)];
  return own.map(({ startLine, endLine }) => linesOf(subject, startLine, endLine));
}

/** A whole file is cited by its beginning, anything else as a whole. */
function citedStart(subject: HistorySubject, { startLine, endLine }: Range): Evidence {
  return linesOf(subject, startLine, subject.type === "file" ? Math.min(endLine, 3) : endLine);
}
