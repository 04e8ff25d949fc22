import { splitWords, stem } from "#server/engine/intent/words.ts";

import { verbs } from "./goal-words.ts";
import type { GoalPart } from "./read-goal.ts";
import { tellingStems } from "./shared-words.ts";

/** "Then show it", "based on that": what stands before it is to be there first. */
const follows =
  /^(?:(?:and\s+)?then|after(?:wards| that)|once|based on (?:that|this|it)|with (?:that|this|these|those)|on top of (?:that|this)|using (?:that|this|these|those)|when (?:that|this) is)\b/i;
const makes =
  /^(?:[^.]{0,30}?\b)?(?:add|create|introduce|build|make|define|implement|write|generate|calculate|collect|measure|support|allow)\s+(?:for\s+)?(.{3,80})/i;
const stores = /^(?:[^.]{0,30}?\b)?(?:store|save|record|remember|persist|keep)\s+(.{3,80})/i;
/** What is made is told before the word that says for what or where. */
const objectEnds = /\b(?:to|for|so|when|that|which|in|on|with|from|into|of|by)\b/i;
/** "Let people set it": what was made before. */
const pronoun = /\b(?:it|them)\b/i;
const verbStems = new Set([...verbs].map(stem));

interface Made {
  /** Speaking of one of these with "the", "this" or "its" speaks of what is made. */
  nouns: Set<string>;
  /** Speaking of one of these in any way does: the code does not have them yet, or all of it is about them. */
  words: Set<string>;
}

/** By wish, the places of those that it rests on: what says so itself, and what one makes and another speaks of. */
export function linkWishes(wishes: readonly GoalPart[], isKnown: (word: string) => boolean): number[][] {
  const stems = wishes.map(({ text }) => new Set(tellingStems(text)));
  // What all of them speak of tells none from the others.
  const isCommon = (word: string) => wishes.length > 2 && stems.every((own) => own.has(word));
  const made = wishes.map(({ text }) => madeBy(text, isKnown, isCommon));
  return wishes.map(({ text }, at) => {
    const blockers = new Set<number>();
    if (follows.test(text) && at > 0) blockers.add(at - 1);
    const definite = definiteNouns(text);
    for (const [other, { nouns, words }] of made.entries()) {
      const isNamed = [...words].some((word) => stems[at]?.has(word) && !made[at]?.words.has(word));
      const isMeant = other < at && [...nouns].some((noun) => definite.has(noun));
      if (other !== at && (isNamed || isMeant)) blockers.add(other);
    }
    const before = made.slice(0, at).findLastIndex(({ nouns }) => nouns.size > 0);
    if (blockers.size === 0 && pronoun.test(text) && before !== -1) blockers.add(before);
    return [...blockers];
  });
}

function madeBy(text: string, isKnown: (word: string) => boolean, isCommon: (word: string) => boolean): Made {
  const [, stored] = stores.exec(text) ?? [];
  if (stored !== undefined) {
    const words = tellingStems(stored);
    return { nouns: new Set(nounsOf(headOf(stored))), words: new Set(words.filter((word) => !isCommon(word))) };
  }
  const [, object = ""] = makes.exec(text) ?? [];
  const head = headOf(object);
  const words = tellingStems(head).filter((word) => !verbStems.has(word));
  return { nouns: new Set(nounsOf(head).slice(-1)), words: new Set(words.filter((word) => !isKnown(word))) };
}

const headOf = (object: string) => object.split(objectEnds)[0] ?? "";
const articles = new Set("the this that these those its their each every all any and".split(" "));

/** Also of words that tell nothing by themselves: "the reason" is the one that was stored. */
function nounsOf(text: string): string[] {
  const words = splitWords(text).filter((word) => word.length > 2 && !articles.has(word));
  return words.map(stem);
}

/** Nouns that are spoken of as known: "the window", "this maintenance window". */
function definiteNouns(text: string): Set<string> {
  const found = text.matchAll(/\b(?:the|this|that|these|those|its|their)\s+([\p{L}-]+)(?:\s+([\p{L}-]+))?/giu);
  return new Set([...found].flatMap(([, first = "", second = ""]) => nounsOf(`${first} ${second}`)));
}
