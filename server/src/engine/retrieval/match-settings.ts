import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart, QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { interpretSubject } from "#server/engine/intent/interpret-subject.ts";
import { isWeakWord, saysNothingAlone, stem, stemsOf } from "#server/engine/intent/words.ts";

import { countWordFiles } from "./count-word-files.ts";
import { gatherSettings, type SettingFact } from "./find-settings.ts";

/** What somebody wants to do to a product that settings are for, beside asking for them. */
const asksToSet =
  /\b(?:how (?:do|can|could|would|should|to)|can|could|may|is it possible to)\s+(?:(?:i|we|you|one|an? \w+)\s+)?(?:change|set|configure|disable|enable|turn|switch|limit|restrict|forbid|allow|permit|block|hide|deny|stop|prevent|require|adjust|increase|decrease|reduce|raise|lower|customi[sz]e|deactivate|activate)\b/i;
/** "So that I can change it" tells what for, and not what is asked. */
const purpose = /,?\s*\bso (?:that )?(?:i|we|you|one|people|they) (?:can|could|may|might)\b.*$/i;
/** They say that something is to be set, and nothing of what. */
const settingVerbs = new Set(
  "change set configure disable enable turn switch limit restrict forbid allow permit block hide deny stop prevent require adjust increase decrease reduce raise lower customize customise deactivate activate".split(
    " ",
  ),
);
/** They tell no setting from another. */
const anySetting = new Set(["instance", "installation", "deployment", "new"]);
/** A setting that says less of the question is for something else. */
const leastShare = 0.6;
const commentWorth = 0.8;
const synonymWorth = 0.4;
const verbWorth = 0.15;
/** Settings that say as much as the best one, but for a little, are meant as well. */
const nearly = 0.85;
/** The same where the best one is not sure either. */
const roughly = 0.4;
const none: MatchedSettings = { settings: [], isSure: false };
const maxMatched = 8;
const fewestTogether = 4;
/** An environment variable is set more easily than a key of a file. */
const sureWorth = 0.05;

/** What is done with the thing that is to be set: "the address that mails are sent from". */
const doneWithIt = /\b(?:that|which|where|when|whether|who|whom)\b.*\b(?:is|are|gets?|be)\s+(\w+(?:ed|nt|pt|wn))\b/i;

interface MatchedSettings {
  /** Best first; empty where none says enough of the question. */
  settings: SettingFact[];
  /** Whether the first says also what is done with the thing that it is for. */
  isSure: boolean;
}

/** The settings that a question "how do I change …" is about: by the words of their names and of what is said of them. */
export async function matchSettings(context: AnswerContext, part: QuestionPart): Promise<MatchedSettings> {
  if (!asksToSet.test(part.text.replace(purpose, "")) || part.names.length > 0) return none;
  const verbs = part.terms.filter(({ word }) => settingVerbs.has(word));
  const joined = joinedWords(part.text);
  const isSaid = (root: string) => [...joined.values()].includes(root);
  const terms = part.terms.filter(
    ({ word, stem: root, relevance = 1, isPhrase }) =>
      !settingVerbs.has(word) &&
      !anySetting.has(word) &&
      !isWeakWord(word) &&
      relevance === 1 &&
      (!isPhrase || isSaid(root)),
  );
  if (terms.length === 0) return none;
  const done = doneWithIt.exec(part.text)?.[1]?.toLowerCase();
  const act = part.terms.find(({ word }) => word === done);
  const total = context.codebases.reduce((sum, { index }) => sum + index.statistics().files, 0);
  const weights = terms.map(({ word }) => Math.log(2 + total / (1 + countWordFiles(context.codebases, word).files)));
  const sum = weights.reduce((a, b) => a + b, 0);
  const carries = terms.map(({ word }) => !saysNothingAlone(word));
  const [thing = []] = interpretSubject(part.text).things;
  const judged = (await gatherSettings(context, part.text)).flatMap((setting) => {
    const { name, said } = setting.fact;
    const named = new Set(stemsOf(name));
    const told = new Set(stemsOf(said));
    const worth = terms.map((term) => worthOf(term, { named, told, joined }));
    const share = worth.reduce((all, one, at) => all + one * (weights[at] ?? 0), 0) / sum;
    const isOfThing =
      thing.length > 0 && thing.every((word) => named.has(stem(word)) || isJoined(word, { named, joined }));
    const rarest = worth[weights.indexOf(Math.max(...weights))] ?? 0;
    const isOfRarest = rarest === 1;
    // What is said of a setting may be in other words than its name.
    // "Pages" alone picks no setting where the question says what pages are meant.
    const isCarried = !carries.includes(true) || worth.some((one, at) => one >= synonymWorth && carries[at] === true);
    if (!isCarried) return [];
    const isNamed = worth.includes(1) || (rarest >= commentWorth && share >= leastShare);
    if (!isNamed || (share < leastShare && !isOfThing && !isOfRarest)) return [];
    const isWhole = share >= leastShare || isOfThing;
    const isSwitch = verbs.some((verb) => named.has(verb.stem) || verb.synonyms.some((one) => named.has(one)));
    // Of two that say the same, the one with fewer other words is meant.
    const isSure = setting.fact.kind === "variable" && setting.fact.isDeclared;
    const score = share + (isSwitch ? verbWorth : 0) + (isSure ? sureWorth : 0) - named.size / 100;
    const says = act === undefined || [act.stem, ...act.synonyms].some((one) => named.has(one) || told.has(one));
    return [{ setting, score, isWhole, says, isSwitch }];
  });
  // Where some do what is asked, those of the same thing that do not are for something else.
  const switches = judged.filter(({ isSwitch }) => isSwitch);
  const ranked = (switches.length > 0 ? switches : judged).toSorted(
    (a, b) => Number(b.says) - Number(a.says) || b.score - a.score,
  );
  const best = ranked[0]?.score ?? 0;
  // One that only has the rarest word is for something else; many of them are for that together.
  if (ranked.length < fewestTogether && !ranked.some(({ isWhole }) => isWhole)) return none;
  const isSure = ranked[0]?.says ?? false;
  const settings = ranked
    .filter(({ score, says }) => score >= best * (isSure ? nearly : roughly) && says === isSure)
    .filter((one, at, all) => all.findIndex((other) => isSameSetting(other.setting, one.setting)) === at)
    .slice(0, maxMatched)
    .map(({ setting }) => setting);
  return { settings, isSure };
}

interface SettingWords {
  named: ReadonlySet<string>;
  told: ReadonlySet<string>;
  /** "signup" for "sign-ups", by each of its parts. */
  joined: ReadonlyMap<string, string>;
}

function worthOf(term: QuestionTerm, words: SettingWords): number {
  const { named, told } = words;
  if (isSaidIn(named, term.stem) || isJoined(term.word, words)) return 1;
  // Another word for a turn of phrase is that phrase.
  const others = term.isPhrase === true ? term.synonyms : [];
  if (others.some((one) => isSaidIn(named, one))) return 1;
  if (isSaidIn(told, term.stem) || others.some((one) => isSaidIn(told, one))) return commentWorth;
  return term.synonyms.some((one) => named.has(one)) ? synonymWorth : 0;
}

/** Two spellings of one, as of a key and a variable, are told in the same words. */
function isSameSetting({ fact: one }: SettingFact, { fact: other }: SettingFact): boolean {
  return one.name === other.name || (one.documentedAt !== null && one.comment === other.comment);
}

/** "Registration" says "register". */
function isSaidIn(stems: ReadonlySet<string>, root: string): boolean {
  if (stems.has(root)) return true;
  return root.length >= longRoot && [...stems].some((one) => one.length >= longRoot && isOneForm(one, root));
}

const longRoot = 6;

function isOneForm(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.startsWith(short) && long.length - short.length <= 3;
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
