import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { CommitMatch, Moment } from "#server/engine/history/code-history.ts";
import type { TimeReference } from "#server/engine/intent/interpret-moment.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";

import { dayOf } from "./describe-commit.ts";

/** The two commits that a question about changes means. */
export interface CommitRange {
  from: CommitMatch;
  to: CommitMatch;
  /** `to` is the commit of the index. */
  isNow: boolean;
  /** The day in the question, when no commit was named. */
  day: string | null;
}

/** `problem` says, in a sentence, which of the two is not there. */
export async function findCommitRange(
  context: AnswerContext,
  { history, index, name }: Codebase,
  requested: Extract<TimeReference, { type: "since" }>,
): Promise<CommitRange | { problem: string }> {
  if (!history) return { problem: "" };
  const check = (moment: Moment) => context.lookUp("find_commit", wordsOf(moment), () => history.find(moment));
  const [from, to] = await Promise.all([
    check(requested.from),
    requested.to ? check(requested.to) : history.find({ type: "name", name: index.commit }),
  ]);
  const day = requested.from.type === "time" ? dayOf(requested.from.at.toISOString()) : null;
  if (from && to) return { from, to, isNow: to.oid === index.commit, day };
  const missing = from ? (requested.to ?? requested.from) : requested.from;
  return {
    problem:
      missing.type === "time"
        ? `The history that is here of ${codeSpan(name)} begins later than ${dayOf(missing.at.toISOString())}.`
        : `The repository ${codeSpan(name)} has no tag, branch or commit ${wordsOf(missing)}.`,
  };
}

function wordsOf(moment: Moment): string {
  if (moment.type === "time") return dayOf(moment.at.toISOString());
  if (moment.type === "first") return "at its beginning";
  if (moment.type === "tag") return moment.which === "newest" ? "of a last release" : "of an earlier release";
  return `“${moment.name.replace("^", "")}”`;
}

/** As people know it, else the beginning of its id. */
export function nameOf({ name, oid }: CommitMatch): string {
  return name ?? oid.slice(0, 8);
}

/** What is said where both are the same commit. */
export function nothingChanged({ to, day }: CommitRange): string {
  const latest = `the newest commit is of ${dayOf(to.committedAt)}`;
  return day === null
    ? `Nothing changed: both are the same commit, of ${dayOf(to.committedAt)}.`
    : `Nothing changed since ${day}: ${latest}.`;
}

/** "since `v4.0.0` (2024-02-09)", "between 2024-02-09 (`0123abcd`) and `v4.1.0` (2024-03-01)". */
export function spanOf({ from, to, isNow, day }: CommitRange): string {
  const reported = (one: CommitMatch) => `${codeSpan(nameOf(one))} (${dayOf(one.committedAt)})`;
  const start = day === null ? reported(from) : `${day} (${codeSpan(from.oid.slice(0, 8))})`;
  return isNow ? `since ${start}` : `between ${start} and ${reported(to)}`;
}

/** The same to begin a sentence with, without ids. */
export function plainSpanOf({ from, to, isNow, day }: CommitRange): string {
  const reported = (one: CommitMatch) =>
    one.name === null ? dayOf(one.committedAt) : `version ${one.name} (${dayOf(one.committedAt)})`;
  const start = day ?? reported(from);
  return isNow ? `Since ${start}` : `Between ${start} and ${reported(to)}`;
}
