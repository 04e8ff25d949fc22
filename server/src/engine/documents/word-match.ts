import type { QuestionPart, QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { layWordsFor, says, turnsOfPhrase, type LayWords } from "#server/engine/intent/lay-words.ts";
import { isStopWord, isWeakWord, stem, stemsOf, subjectWords, synonymStems } from "#server/engine/intent/words.ts";

import type { DocumentPart } from "./document-part.ts";

/** A text that was taken apart. */
export interface WordsOfText {
  /** How much it counts that a word stands here, 0 to 1. */
  worth: number;
  stems: ReadonlySet<string>;
  lower: string;
}

/** Of a longer text only so many characters are read. */
const longestRead = 4_000;

/** Takes a text apart, once for all that is asked of it. */
export function takeApart(text: string, worth: number): WordsOfText {
  const read = text.slice(0, longestRead);
  return { worth, stems: stemsIn(read), lower: read.toLowerCase() };
}

interface Match {
  /** The share of the question that is said, 0 to 1; other words for the same count less. */
  coverage: number;
  /** The same in the words of the question alone. */
  ownWords: number;
  /** Whether the word that carries the question is said, itself or by a word of the same meaning. */
  saysRarest: boolean;
  /** Words that carry something and are said. */
  said: number;
}

/** How much of one question texts say. */
export interface WordMatch {
  /** Words of the question that carry something. */
  strong: number;
  /** Whether how long is asked, or how many, how often or how large. */
  wantsAmount: "time" | "number" | null;
  /** Whether a title says nothing but what was asked. */
  isTitleOf(title: string): boolean;
  /** The share of the words of a title that were asked. */
  titleShare(title: string): number;
  of(texts: readonly WordsOfText[]): Match;
  /** What a part is worth beside its words, because it has the form that the question asks for. */
  fitOf(part: DocumentPart): number;
}

interface WeighedTerm {
  stem: string;
  isStrong: boolean;
  /** It means something only with the words around it. */
  isTurn: boolean;
  weight: number;
  lay: LayWords;
  synonyms: ReadonlySet<string>;
}

const weakWorth = 0.35;
/** No document says it: they may say it by another word. */
const absentWorth = 0.6;
const layWorth = 0.8;
const synonymWorth = 0.4;
/** A word of a turn of phrase alone: "bring" of "bring along". */
const turnWorth = 0.4;
/** A word has to be matched so surely to count as said. */
const surely = 0.5;
/** Of words that weigh about the same any may be the one that carries a question. */
const nearlyMost = 0.8;

/** Null where a question has no word of its own. */
export function openWordMatch(part: QuestionPart, sections: readonly ReadonlySet<string>[]): WordMatch | null {
  const asked = wordsAsked(part);
  if (!asked.some(({ word }) => !isWeakWord(word))) return null;
  const own = asked.map((term) => weigh(term, part.text, sections));
  const most = Math.max(...own.map(({ weight }) => weight));
  const roots = new Set(subjectWords(part.text).map(stem));
  const turns = turnsOfPhrase(part.text, roots);
  // "How do they get back in" says nothing but that.
  const isAlone = roots.size === 0;
  const terms = [
    ...own,
    ...turns.map((lay) => ({ ...turn, lay, isStrong: isAlone, weight: most * (isAlone ? 1 : turnShare) })),
  ];
  const sum = terms.reduce((all, { weight }) => all + weight, 0) || 1;
  const asksFor = (one: string) => own.some((term) => meets(term, takeApart(one, 1)) >= surely);
  return {
    strong: terms.filter(({ isStrong }) => isStrong).length,
    wantsAmount: /^(?:and )?(?:for )?how long\b/i.test(part.text)
      ? "time"
      : /^(?:and )?how (?:many|often|big|large|old)\b/i.test(part.text)
        ? "number"
        : null,
    isTitleOf: (title) => {
      const said = [...stemsIn(title)].filter((one) => !isStopWord(one));
      return said.length > 0 && said.every(asksFor);
    },
    titleShare: (title) => {
      const said = [...stemsIn(title)].filter((one) => !isStopWord(one));
      return said.filter(asksFor).length / Math.max(1, said.length);
    },
    of: (read) => {
      let [coverage, ownWords, rarest, said] = [0, 0, 0, 0];
      for (const term of terms) {
        let [best, own] = [0, 0];
        for (const field of read) {
          const met = meets(term, field);
          best = Math.max(best, met * field.worth);
          if (met === 1) own = Math.max(own, field.worth);
        }
        coverage += (best * term.weight) / sum;
        ownWords += (own * term.weight) / sum;
        if (term.weight >= most * nearlyMost) rarest = Math.max(rarest, best);
        if (term.isStrong && best >= surely) said += 1;
      }
      return { coverage, ownWords, saysRarest: rarest >= surely, said };
    },
    fitOf: (one) =>
      forms.reduce((sum, { asks, has, worth }) => sum + (asks.test(part.text) && has(one) ? worth : 0), 0),
  };
}

const turn = { stem: "", isStrong: false, isTurn: true, synonyms: new Set<string>() };
/** What only a turn of phrase says, as "who may", weighs less than a word of the question. */
const turnShare = 0.5;

function weigh(term: QuestionTerm, text: string, sections: readonly ReadonlySet<string>[]): WeighedTerm {
  const count = sections.reduce((sum, stems) => sum + (hasForm(stems, term.stem) ? 1 : 0), 0);
  const lay = layWordsFor(term.stem, text);
  const isPhrased = lay.phrases.some((phrase) => says(text.toLowerCase(), phrase));
  const isStrong = !isWeakWord(term.word) || isPhrased;
  return {
    stem: term.stem,
    isStrong,
    isTurn: isPhrased && !lay.stems.has(term.stem),
    weight: Math.log(1 + sections.length / (1 + count)) * worthOf(term) * (count === 0 ? absentWorth : 1),
    // What says little says nothing by another word.
    ...(isStrong ? { lay, synonyms: new Set(term.synonyms) } : { lay: none, synonyms: new Set() }),
  };
}

/** The words of the question itself, also those that only name the kind of an answer, and after them those of its context. */
function wordsAsked(part: QuestionPart): QuestionTerm[] {
  const own = subjectWords(part.text.replaceAll(onlyAsking, " ")).map((word) => ({
    word,
    stem: stem(word),
    synonyms: synonymStems(stem(word)),
  }));
  const once = new Map(own.map((term) => [term.stem, term]));
  const isBare = !own.some(({ word }) => !isWeakWord(word));
  const context = part.terms
    .filter(({ stem: root, isPhrase = false }) => !isPhrase && !once.has(root))
    .map((term) => ({ ...term, relevance: isBare ? 1 : Math.min(contextWorth, term.relevance ?? 1) }));
  return withoutAlike([...once.values(), ...context]);
}

/** Turns of a question that say nothing of its subject. */
const onlyAsking = /\bstep by step\b|\blook(?:s|ed|ing)? (?:for|at|like|up)\b|\b(?:in )?(?:which|what) order\b/gi;
/** Of a word of the sentence before a question. */
const contextWorth = 0.6;

/** "Invite" and "invitation" are one word of a question. */
function withoutAlike(terms: readonly QuestionTerm[]): QuestionTerm[] {
  return terms.filter((one, at) => !terms.slice(0, at).some((other) => hasForm(new Set([other.stem]), one.stem)));
}

const none: LayWords = { stems: new Set(), phrases: [] };

function worthOf({ word, relevance = 1 }: QuestionTerm): number {
  return (isWeakWord(word) ? weakWorth : 1) * relevance;
}

/** The stems of a text, each once. */
export function stemsIn(text: string): ReadonlySet<string> {
  return new Set(stemsOf(text));
}

function meets(term: WeighedTerm, { stems, lower }: WordsOfText): number {
  if (!term.isTurn && hasForm(stems, term.stem)) return 1;
  for (const one of term.lay.stems) if (stems.has(one)) return layWorth;
  if (term.lay.phrases.some((phrase) => says(lower, phrase))) return layWorth;
  if (term.isTurn && hasForm(stems, term.stem)) return turnWorth;
  for (const one of term.synonyms) if (stems.has(one)) return synonymWorth;
  return 0;
}

const longRoot = 5;
const longestEnding = 5;

/** "Registration" says "register". */
function hasForm(stems: ReadonlySet<string>, root: string): boolean {
  if (stems.has(root)) return true;
  if (root.length < longRoot) return false;
  for (const one of stems)
    if (one.length >= longRoot && Math.abs(one.length - root.length) <= longestEnding)
      if (one.startsWith(root) || root.startsWith(one)) return true;
  return false;
}

const forms: readonly { asks: RegExp; worth: number; has: (part: DocumentPart) => boolean }[] = [
  {
    worth: 0.06,
    asks: /\bhow (?:many|much|long|often|big|large)\b|\b(?:limits?|maximum|at most)\b/i,
    has: ({ text }) => /\d/.test(text),
  },
  {
    worth: 0.12,
    asks: /^(?:and )?(?:(?:from|in|to|with|for|by) )?(?:which|what) (?:\w+ ){0,3}\w+s\b/i,
    has: ({ paragraphs }) => paragraphs.some(({ kind, blocks }) => kind === "list" && blocks.length > 2),
  },
  {
    worth: 0.06,
    asks: /^(?:and )?how (?:do|can|would|should|to)\b/i,
    has: ({ paragraphs }) => paragraphs.some(({ kind }) => kind !== "paragraph"),
  },
];
