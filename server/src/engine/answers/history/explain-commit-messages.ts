import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { CommitSummary } from "#server/engine/history/code-history.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { isWeakWord, stem, stemsOf } from "#server/engine/intent/words.ts";
import type { StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { asSentence } from "#server/engine/text/sentences.ts";
import { count, enumerate } from "#server/engine/text/wording.ts";

import { changeEntry } from "./describe-change.ts";
import { dayOf, plainSubject, reasonOf, shortId, subjectOf } from "./describe-commit.ts";
import {
  findHolding,
  findInBodies,
  findInSubjects,
  maxRead,
  readMessages,
  type MentioningCommit,
} from "./find-mentioning-commits.ts";

const maxOthers = 6;

const gone =
  /\b(?:remov\w*|delet\w*|dropp?(?:s|ed|ing)?|replac\w*|(?:took|taken?|taking|threw|thrown|ripped|kicked|pulled)\b.*\bout|(?:got|get) rid|(?:mov|migrat)\w* (?:away )?from|switch\w*|retir\w*|eliminat\w*|depart\w*|swap\w*|unship\w*|revert\w*)\b/i;
const came =
  /\b(?:add(?:s|ed)?|introduc\w*|implement\w*|support\w*|creat\w*|came|begin|began|initial|first|start\w*)\b/i;
/** Words of such questions that commits need not say. */
export const goneOrCame =
  /^(?:go|went|disappear\w*|remov\w*|delet\w*|drop\w*|replac\w*|took|taken|threw|thrown|out|away|rid|switch\w*|migrat\w*|moved?|retir\w*|add\w*|introduc\w*|implement\w*|support\w*|creat\w*|came|begin|began|first|chang\w*|wrote|written|rewr\w*|reason|option|setting|feature|library|package|dependency|commit\w*|author\w*|swap\w*|revert\w*|everywhere|anywhere|anymore|nowadays|previously|formerly|earlier|longer|instead|ready|reasons?)$/;

/** Questions in the past tense; questions about what code does are in the present. */
const wasGone =
  /\b(?:removed?|deleted?|dropp?(?:ed)?|replaced?|retired?|reverted?|swapped|eliminated?|gone|(?:go|goes|went) away|disappear(?:ed)?|switched|migrated|(?:took|taken?|threw|thrown|ripped|kicked|pulled)\b.*\bout|(?:got|get) rid)\b/i;

export function asksForRemoval({ text }: QuestionPart): boolean {
  return wasGone.test(text);
}

const hasCome = /\b(?:added|introduced|implemented|created|come|came|begin|began|begun)\b/i;

/** Whether the question is when or why something was added, in words rather than by a name that the code declares. */
export function asksForArrival({ text, names }: QuestionPart): boolean {
  return names.length === 0 && !wasGone.test(text) && hasCome.test(text);
}

/** What commit messages say about something, whether or not the code still has it: null when no commit mentions it. */
export async function explainCommitMessages(
  context: AnswerContext,
  part: QuestionPart,
): Promise<StatementBlock[] | null> {
  const wanted = wantedWords(part);
  if (wanted.length === 0) return null;
  const messages: CommitSummary[] = [];
  for (const codebase of context.codebases) {
    messages.push(...(await context.lookUp("search_history", wanted.join(" "), () => readMessages(context, codebase))));
  }
  const verb = asksForRemoval(part) ? gone : hasCome.test(part.text) ? came : null;
  const requested = { verb, wanted, requested: part.text };
  const bySubject = await findInSubjects(context, messages, wanted);
  const best = chooseInformative(bySubject, requested);
  // When no subject mentions it, a sentence of a body often does.
  const byBody = best ? [] : await findInBodies(context, messages, wanted);
  const known = new Set(bySubject.map(({ commit }) => commit));
  const found = [...bySubject, ...byBody.filter(({ commit }) => !known.has(commit))];
  if (found.length === 0) return asksForRemoval(part) ? await explainNearest(context, messages, wanted) : null;
  const chosen = best ?? chooseInformative(byBody, requested);
  if (!chosen && asksForArrival(part)) return null;
  const words = enumerate(wanted.map((word) => `“${word}”`));
  const others = found.filter(({ commit }) => commit !== chosen?.commit);
  const relevant = others.filter(({ commit }) => !/\bbump\b/i.test(commit.subject));
  // Of very many those that say it in their subjects.
  const rest = (relevant.length > 0 ? relevant : others)
    .slice(0, maxOthers)
    .toSorted((one, other) => Date.parse(other.commit.authoredAt) - Date.parse(one.commit.authoredAt));
  return [
    { heading: null, statements: [leadOf(chosen, { words, found, isArrival: verb === came })] },
    {
      heading: chosen ? "Other commits that speak of it, newest first" : null,
      statements: rest.map(({ commit, words: quote }) =>
        changeEntry({ commit, evidence: [] }, quoteBelow(commit, quote)),
      ),
    },
  ];
}

interface CommitQuery {
  /** The verb that must apply to it; null when the question has none. */
  verb: RegExp | null;
  wanted: readonly string[];
  requested: string;
}

/** The commit that answers the question, from a list newest first; null when none does. */
function chooseInformative(
  found: readonly MentioningCommit[],
  { verb, ...requested }: CommitQuery,
): MentioningCommit | null {
  if (verb === null) return null;
  // What happened first is how it came; what happened last is how it went.
  const byTime = verb === came ? found.toReversed() : found;
  const informative = byTime
    .map((one) => ({ one, nearness: nearnessOf(one.words, { ...requested, verb }) }))
    .filter(({ nearness }) => nearness >= nearEnough);
  if (verb !== came) informative.sort((one, other) => other.nearness - one.nearness);
  return informative[0]?.one ?? null;
}

/** The sentence of the body that mentions it; undefined when the subject does. */
function quoteBelow({ subject }: CommitSummary, words: string): string | undefined {
  return words === subject ? undefined : words;
}

/**
 * How certainly a text says that it happened to this: "Replace lodash with …" more than "Remove a mention of lodash"; 0
 * when it says nothing of the kind.
 */
function nearnessOf(
  text: string,
  { verb, wanted, requested }: { verb: RegExp; wanted: readonly string[]; requested: string },
): number {
  const words = text
    .toLowerCase()
    .split(/[\s:,;()`"']+/)
    .filter(Boolean);
  const done = words.findIndex((word) => verb.test(word));
  if (done === -1) return verb.test(text) ? 0.5 : 0;
  // "Lazyfree: a first implementation" names what was added before the verb; what was removed is after it, or before a
  // passive.
  const isPassive = /^(?:was|were|is|are|been|being|got|gets)$/.test(words[done - 1] ?? "");
  const mayStandAt = (at: number) => (verb !== gone ? at !== done : isPassive ? at < done : at > done);
  const between = Math.min(
    ...wanted.map((word) => {
      const [head = word] = word.split(" ");
      const at = words.findIndex((one, n) => mayStandAt(n) && (one.startsWith(head) || stem(one) === stem(head)));
      return at === -1 ? farthest : Math.abs(at - done) - 1 + (words[at] === word ? 0 : 0.5);
    }),
  );
  const isRequestedVerb = new Set(stemsOf(requested)).has(stem(words[done] ?? ""));
  const beside = trivial.test(text) ? 2 : 0;
  return Math.max(0.25, 1 + (farthest - Math.min(farthest, between)) + (isRequestedVerb ? 1 : 0) - beside);
}

/** Takes out what only spoke of the thing. */
const trivial = /\b(?:mentions?|references?|links?|comments?|typos?|docs?|stale|obsolete|unused|warnings?|tests?)\b/i;

/** Most words between the verb and its object. */
const farthest = 4;
/** A verb further off was done to something else. */
const nearEnough = 2.5;

function leadOf(
  chosen: MentioningCommit | null,
  { words, found, isArrival }: { words: string; found: readonly MentioningCommit[]; isArrival: boolean },
) {
  const evidence: [] = [];
  if (!chosen) {
    const text = `No commit says in its message what is asked; ${count(found.length, "commit")} ${found.length === 1 ? "speaks" : "speak"} of ${words}, newest first:`;
    return { text, plain: text, evidence };
  }
  const best = chosen.commit;
  const [day, name] = [dayOf(best.authoredAt), cleanProse(best.authorName)];
  // What was added before the indexed history began may have been described in other words.
  const who = isArrival
    ? `The first indexed commit that tells of adding it is of ${day} by ${name}:`
    : `On ${day} ${name} committed`;
  const quote = quoteBelow(best, chosen.words);
  const reason = quote === undefined ? reasonOf(best) : asSentence(quote);
  const why = reason === null ? "Its message gives no further reason." : `Its message says: ${reason}`;
  const subject = plainSubject(best) ?? subjectOf(best);
  return {
    text: `${who} “${subjectOf(best)}” (${shortId(best)}). ${why}`,
    plain: isArrival ? `${who} ${subject}.` : `${who} this change: ${subject}.`,
    evidence,
  };
}

/** The answer when neither the code nor a commit mentions something that was supposedly removed. */
export function nothingGone(context: AnswerContext, part: QuestionPart): StatementBlock[] {
  const commits = context.codebases.reduce((sum, { index }) => sum + index.history.recentCommits(maxRead).length, 0);
  const words = enumerate(wantedWords(part).map((word) => `“${word}”`));
  const text = `Nothing in the indexed code mentions ${words}, and no message of the ${count(commits, "indexed commit")} tells that it was taken out.`;
  return [{ heading: null, statements: [{ text, plain: text, evidence: [] }], missing: 1 }];
}

/** What a commit must mention: the names, else the words that carry the question. */
function wantedWords(part: QuestionPart): string[] {
  if (part.names.length > 0) return part.names.map((name) => name.toLowerCase());
  const terms: string[] = [];
  const text = part.text.toLowerCase();
  // Words that only express the removal or addition ("go away") need not be in the commit.
  const requested = part.terms.filter(({ word }) => !goneOrCame.test(word));
  const quote = requested.filter(({ word }) => text.includes(word));
  for (const { word } of quote.length > 0 ? quote : requested) {
    // "Python 2" is one thing.
    if (/^\d/.test(word) && terms.length > 0) terms.push(`${terms.pop() ?? ""} ${word}`);
    else terms.push(word);
  }
  const strong = terms.filter((word) => !isWeakWord(word));
  if (strong.length > 0) return strong;
  const capitals = [...part.text.matchAll(/(?<!^)\b[A-Z][\w.$]+/g)].map(([word]) => word.toLowerCase());
  return capitals.length > 0 ? capitals : terms;
}

/** A commit that mentions less of the question is about something else. */
const enoughSpoken = 0.5;

/** Where no subject holds every word: what undid something that holds the most of them, rare words before others. */
async function explainNearest(
  context: AnswerContext,
  commits: readonly CommitSummary[],
  wanted: readonly string[],
): Promise<StatementBlock[] | null> {
  const holding = await findHolding(context, commits, wanted);
  const weights = wanted.map((_, n) =>
    Math.log(1 + commits.length / (1 + holding.filter(({ held }) => held[n]).length)),
  );
  const total = weights.reduce((sum, relevant) => sum + relevant, 0);
  let best: (MentioningCommit & { share: number }) | null = null;
  for (const { commit, held } of holding) {
    const share = weights.reduce((sum, relevant, n) => sum + (held[n] ? relevant : 0), 0) / total;
    const isBetter = share >= enoughSpoken && share > (best?.share ?? 0);
    if (isBetter && gone.test(commit.subject)) best = { commit, words: commit.subject, share };
  }
  return best && [{ heading: null, statements: [leadOf(best, { words: "", found: [], isArrival: false })] }];
}
