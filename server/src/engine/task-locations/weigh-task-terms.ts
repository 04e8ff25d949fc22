import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { isWeakWord, stem, subjectWords, synonymStems } from "#server/engine/intent/words.ts";
import { countWordFiles } from "#server/engine/retrieval/count-word-files.ts";
import type { WeightedTerm } from "#server/engine/retrieval/judge-passages.ts";

import type { ReadTask } from "./read-task-text.ts";

const maxTitleTerms = 10;
/** A title that says little is filled up with the first words of the text. */
const enoughTerms = 6;
const weakShare = 0.3;
const proseShare = 0.6;
const alikeWeight = 0.6;
/** Files whose text was asked for a word; more are as good as all. */
const maxCounted = 60;

/** Words of a task by what they tell: rare ones more, those of its title first. A word that no file has weighs nothing. */
export function weighTaskTerms(codebase: Codebase, { title, prose, errors }: ReadTask): WeightedTerm[] {
  const own = subjectWords(title).slice(0, maxTitleTerms);
  const missing = Math.max(0, enoughTerms - own.filter((word) => !isWeakWord(word)).length);
  const more = subjectWords([...errors, prose].join("\n").slice(0, 1000)).filter(
    (word) => !own.includes(word) && !isWeakWord(word),
  );
  const weighed = [
    ...own.map((word) => weigh(codebase, word, 1)),
    ...more
      .map((word) => weigh(codebase, word, proseShare))
      .filter(({ weight }) => weight > 0)
      .slice(0, missing),
  ];
  return [...new Map(weighed.map((term) => [term.stem, term])).values()];
}

function weigh(codebase: Codebase, word: string, share: number): WeightedTerm {
  const { files, isInCode } = countWordFiles([codebase], word);
  const all = codebase.index.files().length;
  const counted = files >= maxCounted ? Math.max(maxCounted, all / 4) : files;
  const weight = isInCode ? (isTellingNothing(word) ? weakShare : 1) * share * Math.log(1 + all / counted) : 0;
  const root = stem(word);
  return { word, stem: root, synonyms: synonymStems(root), weight, alikeWeight };
}

const maxKnown = 14;
/** What people want of anything; none of it tells whether the code is meant. */
const wishes = wordsOf(
  `fix fixes fixing bug error errors remove improve improvement implement enable disable allow allows ability option feature
  request proposal suggestion expected behavior behaviour currently doesn cant cannot won unable missing order quick new`,
);
/** How it shows that something is wrong; where, none of it tells. */
const symptoms = wordsOf(
  `issue issues problem problems broken wrong correct correctly properly fail fails failed failing failure crash crashes
  crashing unexpected looking solution solutions friendly non`,
);

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(Boolean));
}

/** Whether a word is one of any task, and none of its subject. */
export function isTellingNothing(word: string): boolean {
  const lower = word.toLowerCase();
  return isWeakWord(lower) || symptoms.has(lower);
}

/** Share of a task's telling words that the code has anywhere, 0 to 1; 0 where it has no such words. */
export function shareOfKnownWords(codebase: Codebase, { title, prose, errors }: ReadTask): number {
  const words = subjectWords([title, ...errors, prose].join("\n").slice(0, 1500))
    .filter((word) => !isTellingNothing(word) && !wishes.has(word) && !/\d/.test(word) && word.length < 24)
    .slice(0, maxKnown);
  const isKnown = (word: string) => countWordFiles([codebase], word).isInCode;
  // Code is seldom written in the language of a whole text: what its alphabet cannot spell tells nothing.
  const telling = words.filter((word) => /[a-z]/.test(word) || isKnown(word));
  return telling.filter(isKnown).length / Math.max(1, telling.length);
}
