import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart, QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { interpretSubject } from "#server/engine/intent/interpret-subject.ts";
import { isWeakWord, stem, stemsOf } from "#server/engine/intent/words.ts";

import { countWordFiles } from "./count-word-files.ts";
import { gatherSettings, type SettingFact } from "./find-settings.ts";

/** What somebody wants to do to a product that settings are for, beside asking for them. */
const asksToSet =
  /\b(?:how (?:do|can|could|would|should|to)|can|could|may|is it possible to)\s+(?:(?:i|we|you|one|an? \w+)\s+)?(?:change|set|configure|disable|enable|turn|switch|limit|restrict|forbid|prevent|require|adjust|increase|decrease|reduce|raise|lower|customi[sz]e|deactivate|activate)\b/i;
/** They say that something is to be set, and nothing of what. */
const settingVerbs = new Set(
  "change set configure disable enable turn switch limit restrict forbid prevent require adjust increase decrease reduce raise lower customize customise deactivate activate".split(
    " ",
  ),
);
/** A setting that says less of the question is for something else. */
const leastShare = 0.6;
const commentWorth = 0.8;
const synonymWorth = 0.4;
const verbWorth = 0.15;
/** Settings that say as much as the best one, but for a little, are meant as well. */
const nearly = 0.85;
const maxMatched = 8;
const fewestTogether = 4;
/** An environment variable is set more easily than a key of a file. */
const sureWorth = 0.05;

/**
 * The settings that a question "how do I change …" is about, best first: by the words of their names and of what is said of them.
 * Empty where none says enough of it.
 */
export async function matchSettings(context: AnswerContext, part: QuestionPart): Promise<SettingFact[]> {
  if (!asksToSet.test(part.text) || part.names.length > 0) return [];
  const verbs = part.terms.filter(({ word }) => settingVerbs.has(word));
  const terms = part.terms.filter(
    ({ word, relevance = 1, isPhrase }) => !settingVerbs.has(word) && !isWeakWord(word) && relevance === 1 && !isPhrase,
  );
  if (terms.length === 0) return [];
  const total = context.codebases.reduce((sum, { index }) => sum + index.statistics().files, 0);
  const weights = terms.map(({ word }) => Math.log(2 + total / (1 + countWordFiles(context.codebases, word).files)));
  const sum = weights.reduce((a, b) => a + b, 0);
  const joined = joinedWords(part.text);
  const [thing = []] = interpretSubject(part.text).things;
  const judged = (await gatherSettings(context, part.text)).flatMap((setting) => {
    const { name, comment } = setting.fact;
    const named = new Set(stemsOf(name));
    const told = new Set(stemsOf(comment ?? ""));
    const worth = terms.map((term) => worthOf(term, { named, told, joined }));
    const share = worth.reduce((all, one, at) => all + one * (weights[at] ?? 0), 0) / sum;
    const isNamed = worth.includes(1);
    const isOfThing =
      thing.length > 0 && thing.every((word) => named.has(stem(word)) || isJoined(word, { named, joined }));
    const isOfRarest = worth[weights.indexOf(Math.max(...weights))] === 1;
    if (!isNamed || (share < leastShare && !isOfThing && !isOfRarest)) return [];
    const isWhole = share >= leastShare || isOfThing;
    const isSwitch = verbs.some((verb) => named.has(verb.stem) || verb.synonyms.some((one) => named.has(one)));
    // Of two that say the same, the one with fewer other words is meant.
    const isSure = setting.fact.kind === "variable" && setting.fact.isDeclared;
    const score = share + (isSwitch ? verbWorth : 0) + (isSure ? sureWorth : 0) - named.size / 100;
    return [{ setting, score, isWhole }];
  });
  const ranked = judged.toSorted((a, b) => b.score - a.score);
  const best = ranked[0]?.score ?? 0;
  // One that only has the rarest word is for something else; many of them are for that together.
  if (ranked.length < fewestTogether && !ranked.some(({ isWhole }) => isWhole)) return [];
  return ranked
    .filter(({ score }) => score >= best * nearly)
    .slice(0, maxMatched)
    .map(({ setting }) => setting);
}

interface SettingWords {
  named: ReadonlySet<string>;
  told: ReadonlySet<string>;
  /** "signup" for "sign-ups", by each of its parts. */
  joined: ReadonlyMap<string, string>;
}

function worthOf(term: QuestionTerm, words: SettingWords): number {
  const { named, told } = words;
  if (named.has(term.stem) || isJoined(term.word, words)) return 1;
  if (told.has(term.stem)) return commentWorth;
  return term.synonyms.some((one) => named.has(one)) ? synonymWorth : 0;
}

function isJoined(word: string, { named, joined }: Pick<SettingWords, "named" | "joined">): boolean {
  const whole = joined.get(word);
  return whole !== undefined && named.has(whole);
}

function joinedWords(text: string): Map<string, string> {
  const found = [
    ...text.toLowerCase().matchAll(/\b([a-z]+)[- ]([a-z]+)\b/g),
    ...text.toLowerCase().matchAll(/(?<=[a-z]+[- ])([a-z]+)[- ]([a-z]+)\b/g),
  ];
  return new Map(
    found.flatMap(([, one = "", other = ""]) => [one, other].map((word) => [word, stem(`${one}${other}`)] as const)),
  );
}
