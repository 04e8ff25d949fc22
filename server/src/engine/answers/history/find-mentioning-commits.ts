import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { CommitSummary } from "#server/engine/history/code-history.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";

import { toReported } from "./describe-change.ts";
import { sentencesOf } from "./describe-commit.ts";
import { describeMerge } from "./describe-merge.ts";

/** Commits whose messages are read; of a longer history only the newest. */
export const maxRead = 30_000;
const readAtATime = 2_000;
/** Bodies are longer, and candidates are split into sentences. */
const bodiesAtATime = 200;

/** A commit that mentions the subject of the question. */
export interface MentioningCommit {
  commit: CommitSummary;
  /** What of its message does: its subject, or a sentence below. */
  words: string;
}

/** All informative commits, newest first; merges by the titles of their pull requests. */
export async function readMessages(context: AnswerContext, { index, history }: Codebase): Promise<CommitSummary[]> {
  const commits = index.history.recentCommits(maxRead).filter(({ subject }) => !/^merge\b/i.test(subject));
  const known = new Set(commits.map(({ subject }) => titleOf(subject)));
  await context.yieldToEventLoop();
  const merges = (await history?.merges()) ?? [];
  // The only commit of a pull request has its title.
  const reported = merges
    .flatMap((one) => describeMerge(one) ?? [])
    .filter(({ subject }) => !known.has(titleOf(subject)));
  const all = commits.map(toReported);
  if (reported.length === 0) return all;
  const at = new Map([...all, ...reported].map((one) => [one, Date.parse(one.authoredAt)]));
  return [...all, ...reported].toSorted((one, other) => (at.get(other) ?? 0) - (at.get(one) ?? 0));
}

function titleOf(subject: string): string {
  return subject.replace(/\s*\(#\d+\)$/, "").toLowerCase();
}

/** Commits whose subjects hold every word, in the order given. */
export async function findInSubjects(
  context: AnswerContext,
  commits: readonly CommitSummary[],
  wanted: readonly string[],
): Promise<MentioningCommit[]> {
  const holding = await findHolding(context, commits, wanted);
  return holding.filter(({ held }) => held.every(Boolean)).map(({ commit }) => ({ commit, words: commit.subject }));
}

/** Commits of which one sentence below the subject holds every word, with that sentence. */
export async function findInBodies(
  context: AnswerContext,
  commits: readonly CommitSummary[],
  wanted: readonly string[],
): Promise<MentioningCommit[]> {
  const tests = wanted.map(testFor);
  const found: MentioningCommit[] = [];
  for (const [at, commit] of commits.entries()) {
    if (at % bodiesAtATime === 0) await context.yieldToEventLoop();
    const { body } = commit;
    if (body === "" || !tests.every(({ mayHold }) => mayHold.test(body))) continue;
    const words = sentencesOf(commit).find(
      (saying) => tests.every(({ mayHold }) => mayHold.test(saying)) && tests.every(({ isIn }) => isIn(saying)),
    );
    if (words !== undefined) found.push({ commit, words: cleanProse(words) });
  }
  return found;
}

interface Holding {
  commit: CommitSummary;
  /** For each word whether the subject holds it. */
  held: boolean[];
}

/** Commits whose subjects hold any of the words. */
export async function findHolding(
  context: AnswerContext,
  commits: readonly CommitSummary[],
  wanted: readonly string[],
): Promise<Holding[]> {
  const tests = wanted.map(testFor);
  const found: Holding[] = [];
  for (const [at, commit] of commits.entries()) {
    if (at % readAtATime === 0) await context.yieldToEventLoop();
    const held = tests.map(({ isIn }) => isIn(commit.subject));
    if (held.includes(true)) found.push({ commit, held });
  }
  return found;
}

interface WordTest {
  /** Costs next to nothing; most texts that lack the word fail it. */
  mayHold: RegExp;
  /** Whether a text holds the word in any of its forms; "python 2" only side by side. */
  isIn: (text: string) => boolean;
}

function testFor(word: string): WordTest {
  const escape = (text: string) => text.replaceAll(/[^\w\s]/g, String.raw`\$&`);
  const numbered = /^(\S+) (\d\S*)$/.exec(word);
  if (numbered) {
    const both = new RegExp(`${escape(numbered[1] ?? "")}[\\s-]*v?${escape(numbered[2] ?? "")}(?!\\d)`, "i");
    return { mayHold: both, isIn: (text) => both.test(text) };
  }
  const mayHold = new RegExp(escape(word.slice(0, shortest)), "i");
  const whole = word.length > shortest ? new RegExp(escape(word), "i") : null;
  const stems = stemsOf(word);
  const isIn = (text: string) => {
    // Hardly a text holds it, which costs less to see than to take each apart.
    if (!mayHold.test(text)) return false;
    if (whole?.test(text)) return true;
    const textStems = new Set(stemsOf(text));
    return stems.every((one) => textStems.has(one));
  };
  return { mayHold, isIn };
}

/** A word of so few letters is a part of many others. */
const shortest = 4;
