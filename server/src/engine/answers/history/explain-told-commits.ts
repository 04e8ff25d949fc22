import type { CommitRecord } from "../../../code-index/git-source.ts";
import { cleanProse } from "../../pages/text/clean-prose.ts";
import { count, enumerate } from "../../pages/text/wording.ts";
import type { Desk } from "../desk.ts";
import type { QuestionPart } from "../read-question.ts";
import type { Block } from "../statements.ts";
import { isWeakWord, stem, stemsOf } from "../words.ts";
import type { ToldCommit } from "./code-history.ts";
import { changeEntry, toTold } from "./tell-change.ts";
import { dayOf, plainSubject, reasonOf, shortId, subjectOf } from "./tell-commit.ts";

/** Commits whose subjects are read; a history of more is told by its newest. */
const maxRead = 30_000;
const readAtATime = 2_000;
const maxOthers = 6;

const gone =
  /\b(?:remov\w*|delet\w*|dropp?(?:s|ed|ing)?|replac\w*|(?:took|taken?|taking|threw|thrown|ripped|kicked|pulled)\b.*\bout|(?:got|get) rid|(?:mov|migrat)\w* (?:away )?from|switch\w*|retir\w*|eliminat\w*|depart\w*|swap\w*|unship\w*|revert\w*)\b/i;
const came =
  /\b(?:add(?:s|ed)?|introduc\w*|implement\w*|support\w*|creat\w*|came|begin|began|initial|first|start\w*)\b/i;
/** Words of such questions that commits need not say. */
export const goneOrCame =
  /^(?:go|went|disappear\w*|remov\w*|delet\w*|drop\w*|replac\w*|took|taken|threw|thrown|out|away|rid|switch\w*|migrat\w*|moved?|retir\w*|add\w*|introduc\w*|implement\w*|support\w*|creat\w*|came|begin|began|first|chang\w*|wrote|written|rewr\w*|reason|option|setting|feature|library|package|dependency|commit\w*|author\w*|swap\w*|revert\w*|everywhere|anywhere|anymore|nowadays|previously|formerly|earlier|longer|instead|ready|reasons?)$/;

/** What code does when it runs is asked in the present. */
const wasGone =
  /\b(?:removed?|deleted?|dropp?(?:ed)?|replaced?|retired?|reverted?|swapped|eliminated?|gone|(?:go|goes|went) away|disappear(?:ed)?|switched|migrated|(?:took|taken?|threw|thrown|ripped|kicked|pulled)\b.*\bout|(?:got|get) rid)\b/i;

export function asksForRemoval({ text }: QuestionPart): boolean {
  return wasGone.test(text);
}

const hasCome = /\b(?:added|introduced|implemented|created|come|came|begin|began|begun)\b/i;

/** Whether it is asked when or why something came, by words rather than by a name that the code declares. */
export function asksForArrival({ text, names }: QuestionPart): boolean {
  return names.length === 0 && !wasGone.test(text) && hasCome.test(text);
}

/** What the history itself says about a thing, whether or not the code still holds it: null where no commit speaks of it. */
export async function explainToldCommits(desk: Desk, part: QuestionPart): Promise<Block[] | null> {
  const wanted = wantedWords(part);
  if (wanted.length === 0) return null;
  const found: ToldCommit[] = [];
  for (const { index } of desk.codebases) {
    const commits = desk.lookUp("search_history", wanted.join(" "), () => index.history.recentCommits(maxRead));
    found.push(...(await findSpeaking(desk, commits, wanted)));
  }
  if (found.length === 0) return asksForRemoval(part) ? await explainNearest(desk, wanted) : null;
  const verb = asksForRemoval(part) ? gone : hasCome.test(part.text) ? came : null;
  // What happened first is how it came; what happened last is how it went.
  const byTime = verb === came ? found.toReversed() : found;
  const nearness = (one: ToldCommit) => (verb === null ? 0 : nearnessOf(one, { verb, wanted, asked: part.text }));
  const telling = byTime.filter((one) => nearness(one) >= nearEnough);
  const [best] = verb === came ? telling : telling.toSorted((one, other) => nearness(other) - nearness(one));
  if (!best && asksForArrival(part)) return null;
  const words = enumerate(wanted.map((word) => `“${word}”`));
  const others = found.filter((one) => one !== best);
  const worth = others.filter(({ subject }) => !/\bbump\b/i.test(subject));
  const rest = (worth.length > 0 ? worth : others).slice(0, maxOthers);
  return [
    { heading: null, statements: [leadOf(best ?? null, { words, found, isArrival: verb === came })] },
    {
      heading: best ? "Other commits that speak of it, newest first" : null,
      statements: rest.map((commit) => changeEntry({ commit, evidence: [] })),
    },
  ];
}

/**
 * How surely a subject tells that it happened to this: "Replace lodash with …" more than "Remove a mention of lodash"; 0
 * where it tells nothing of the kind.
 */
function nearnessOf(
  { subject }: ToldCommit,
  { verb, wanted, asked }: { verb: RegExp; wanted: readonly string[]; asked: string },
): number {
  const words = subject
    .toLowerCase()
    .split(/[\s:,;()`"']+/)
    .filter(Boolean);
  const done = words.findIndex((word) => verb.test(word));
  if (done === -1) return verb.test(subject) ? 0.5 : 0;
  // "Lazyfree: a first implementation" names before the verb what came; what goes stands behind it.
  const mayStandAt = (at: number) => (verb === gone ? at > done : at !== done);
  const between = Math.min(
    ...wanted.map((word) => {
      const [head = word] = word.split(" ");
      const at = words.findIndex((one, n) => mayStandAt(n) && (one.startsWith(head) || stem(one) === stem(head)));
      return at === -1 ? farthest : Math.abs(at - done) - 1 + (words[at] === word ? 0 : 0.5);
    }),
  );
  const isAskedVerb = new Set(stemsOf(asked)).has(stem(words[done] ?? ""));
  const beside = trivial.test(subject) ? 2 : 0;
  return Math.max(0.25, 1 + (farthest - Math.min(farthest, between)) + (isAskedVerb ? 1 : 0) - beside);
}

/** Takes out what only spoke of the thing. */
const trivial = /\b(?:mentions?|references?|links?|comments?|typos?|docs?|stale|obsolete|unused|warnings?|tests?)\b/i;

/** Words between what was done and what it was done to. */
const farthest = 4;
/** A verb further off was done to something else. */
const nearEnough = 2.5;

function leadOf(
  best: ToldCommit | null,
  { words, found, isArrival }: { words: string; found: readonly ToldCommit[]; isArrival: boolean },
) {
  const evidence: [] = [];
  if (!best) {
    const text = `No commit says in its subject what is asked; ${count(found.length, "commit")} ${found.length === 1 ? "speaks" : "speak"} of ${words}, newest first:`;
    return { text, plain: text, evidence };
  }
  const [day, name] = [dayOf(best.authoredAt), cleanProse(best.authorName)];
  // What was there before the indexed history began may have come in other words.
  const who = isArrival
    ? `The first indexed commit that tells of adding it is of ${day} by ${name}:`
    : `On ${day} ${name} committed`;
  const reason = reasonOf(best);
  const why = reason === null ? "Its message gives no further reason." : `Its message says: ${reason}`;
  const subject = plainSubject(best) ?? subjectOf(best);
  return {
    text: `${who} “${subjectOf(best)}” (${shortId(best)}). ${why}`,
    plain: isArrival ? `${who} ${subject}.` : `${who} this change: ${subject}.`,
    evidence,
  };
}

/** What is said where neither the code nor a commit's subject speaks of what is said to be gone. */
export function nothingGone(desk: Desk, part: QuestionPart): Block[] {
  const commits = desk.codebases.reduce((sum, { index }) => sum + index.history.recentCommits(maxRead).length, 0);
  const words = enumerate(wantedWords(part).map((word) => `“${word}”`));
  const text = `Nothing in the indexed code mentions ${words}, and no subject of the ${count(commits, "indexed commit")} tells that it was taken out.`;
  return [{ heading: null, statements: [{ text, plain: text, evidence: [] }], missing: 1 }];
}

/** What a commit must speak of: the names, else the words that carry the question. */
function wantedWords(part: QuestionPart): string[] {
  if (part.names.length > 0) return part.names.map((name) => name.toLowerCase());
  const terms: string[] = [];
  for (const { word } of part.terms.filter((term) => !goneOrCame.test(term.word))) {
    // "Python 2" is one thing.
    if (/^\d/.test(word) && terms.length > 0) terms.push(`${terms.pop() ?? ""} ${word}`);
    else terms.push(word);
  }
  const strong = terms.filter((word) => !isWeakWord(word));
  if (strong.length > 0) return strong;
  const capitals = [...part.text.matchAll(/(?<!^)\b[A-Z][\w.$]+/g)].map(([word]) => word.toLowerCase());
  return capitals.length > 0 ? capitals : terms;
}

/** Commits whose subjects hold every word, newest first. */
async function findSpeaking(
  desk: Desk,
  commits: readonly CommitRecord[],
  wanted: readonly string[],
): Promise<ToldCommit[]> {
  const speaking = await findHolding(desk, commits, wanted);
  return speaking.filter(({ held }) => held.every(Boolean)).map(({ commit }) => toTold(commit));
}

interface Holding {
  commit: CommitRecord;
  /** For each word whether the subject holds it. */
  held: boolean[];
}

async function findHolding(
  desk: Desk,
  commits: readonly CommitRecord[],
  wanted: readonly string[],
): Promise<Holding[]> {
  const tests = wanted.map(testFor);
  const found: Holding[] = [];
  for (const [at, commit] of commits.entries()) {
    if (at % readAtATime === 0) await desk.breathe();
    const held = tests.map((isIn) => isIn(commit.subject));
    if (held.includes(true) && !/^merge\b/i.test(commit.subject)) found.push({ commit, held });
  }
  return found;
}

/** A commit that speaks of less than this of what is asked is about something else. */
const enoughSpoken = 0.5;

/** Where no subject holds every word: what undid something that holds the most of them, rare words before others. */
async function explainNearest(desk: Desk, wanted: readonly string[]): Promise<Block[] | null> {
  let best: { commit: ToldCommit; share: number } | null = null;
  for (const { index } of desk.codebases) {
    const commits = index.history.recentCommits(maxRead);
    const holding = await findHolding(desk, commits, wanted);
    const weights = wanted.map((_, n) =>
      Math.log(1 + commits.length / (1 + holding.filter(({ held }) => held[n]).length)),
    );
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    for (const { commit, held } of holding) {
      const share = weights.reduce((sum, weight, n) => sum + (held[n] ? weight : 0), 0) / total;
      const isBetter = share >= enoughSpoken && share > (best?.share ?? 0);
      if (isBetter && gone.test(commit.subject)) best = { commit: toTold(commit), share };
    }
  }
  return best && [{ heading: null, statements: [leadOf(best.commit, { words: "", found: [], isArrival: false })] }];
}

/** Whether a subject holds a word in any of its forms; "python 2" only side by side. */
function testFor(word: string): (subject: string) => boolean {
  const escape = (text: string) => text.replaceAll(/[^\w\s]/g, String.raw`\$&`);
  const numbered = /^(\S+) (\d\S*)$/.exec(word);
  if (numbered) {
    const both = new RegExp(`${escape(numbered[1] ?? "")}[\\s-]*v?${escape(numbered[2] ?? "")}(?!\\d)`, "i");
    return (subject) => both.test(subject);
  }
  // Hardly a subject holds it, which costs less to see than to take each apart.
  const probe = new RegExp(escape(word.slice(0, shortest)), "i");
  const whole = word.length > shortest ? new RegExp(escape(word), "i") : null;
  const stems = stemsOf(word);
  return (subject) => {
    if (!probe.test(subject)) return false;
    if (whole?.test(subject)) return true;
    const said = new Set(stemsOf(subject));
    return stems.every((one) => said.has(one));
  };
}

/** A word of so few letters is a part of many others. */
const shortest = 4;
