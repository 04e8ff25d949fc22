import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { actAsked, saysAct, untilAct, type QuestionAct } from "#server/engine/intent/question-act.ts";
import { isSameName } from "#server/engine/intent/question-shape.ts";
import { isWeakWord, splitWords, stemsOf } from "#server/engine/intent/words.ts";

import type { ChosenSymbol } from "./choose-symbols.ts";
import {
  fitsAct,
  fitsDecision,
  fitsEvent,
  leadingThere,
  mayDo,
  surely,
  type FittingCandidate,
  type LeadCandidate,
} from "./fit-act.ts";
import { constantsOf, fitsAmount } from "./fit-amount.ts";
import type { Passage, Retrieval } from "./passage.ts";
import { isTestSymbol } from "./relations.ts";

/** The declarations that may answer a question, the one that does first. */
interface LeadChoice {
  candidates: LeadCandidate[];
  /** Whether the first says the rarest word of the question and does what it asks for. */
  isSure: boolean;
}

/** Of so much less of the question another declaration does not lead. */
const comparable = 0.7;
/** The same where a question tells also where or when. */
const inHead = 0.55;
const furtherShare = 0.9;
const maxFurther = 24;
const maxLooked = 8;
const maxTried = 14;
const maxFollowed = 3;
/**
 * Which of the declarations that say most of a question leads its answer: the first that says the rarest word of it and, where the
 * question names what is done, does that. Where none does, the order stays as it was and nothing is sure.
 */
export async function chooseLead(
  context: AnswerContext,
  part: QuestionPart,
  retrieval: Retrieval,
  chosen: readonly ChosenSymbol[],
): Promise<LeadChoice> {
  const act = actAsked(part);
  const plain = chosen.map((one): LeadCandidate => ({ ...one, acts: null }));
  const [best] = plain;
  if (!best || part.names.some((name) => plain.some((one) => bears(one, name))))
    return { candidates: plain, isSure: true };
  const head: SubjectHead = { text: act === null ? part.text : untilAct(part), act };
  const rarest = rarestTerm(context, retrieval, head);
  const isNear = (one: ChosenSymbol) =>
    isComparable(one, best, head.text === part.text && act !== "decides" ? comparable : inHead);
  const most = rarest === null ? 0 : Math.max(0, ...retrieval.passages.map(({ met }) => met[rarest] ?? 0));
  // Where something says the word itself, another word for it is not enough.
  const least = act === null && strongTerms(retrieval) > 1 ? 0 : most * ownWord;
  const says = (one: ChosenSymbol) =>
    rarest === null || metBy(retrieval, one, rarest) > (act === "decides" && isMay.test(one.symbol.name) ? 0 : least);
  if (act === null) {
    const lead = plain.find((one) => says(one) && isNear(one));
    return { candidates: lead ? first(lead, plain) : plain, isSure: lead !== undefined && !isNameless(lead, part) };
  }
  const fits = fitOf[act] ?? fitsAct;
  const judged: FittingCandidate[] = [];
  const measured = act === "measures" ? constantsOf(context, retrieval, part.text) : [];
  const widened = [...inOrder(retrieval, [...plain, ...further(retrieval, plain)]), ...measured];
  const furtherLeast = act === "decides" ? inHead : furtherShare;
  let tried = 0;
  const judge = async (one: LeadCandidate) => {
    const isKnown = plain.includes(one);
    if (!says(one) || !isNear(one)) return;
    // What else says as much is looked at only where none of the best does it.
    if (!isKnown && (judged.some(({ fit }) => fit >= surely) || one.coverage < best.coverage * furtherLeast)) return;
    tried += 1;
    const found = await fits(context, { part, act, retrieval, one });
    if (found) judged.push(found);
    await context.yieldToEventLoop();
  };
  for (const one of widened) if (judged.length < maxLooked && tried < maxTried) await judge(one);
  if (judged.length === 0 && act !== "happens" && act !== "decides" && act !== "measures") {
    const near = widened.filter((one) => says(one) && isNear(one)).slice(0, maxFollowed);
    judged.push(...(await leadingThere(context, near, { part, act, retrieval })));
  }
  const lead = mostFitting(judged, act === "decides" ? inHead : nearlyAll);
  if (lead === null) return { candidates: likelyFirst(plain, part, act), isSure: false };
  const rest = plain.map((one) => judged.find(({ symbol }) => symbol === one.symbol) ?? one);
  return { candidates: first(lead, rest), isSure: !isNameless(lead, part) };
}

/** `can_update`, `mayEdit`: what says of itself whether somebody may, says the act in its own word. */
const isMay = /^(?:can|may)(?=[_A-Z])/;
/** What a component is called where nobody named it. */
const nameless = /^(?:default|setup|render|data|mounted|created|props|computed|methods)$/;
const longBody = 40;

/** A long body that nobody named says many words side by side: where its file is not called after the question either, it is no sure answer. */
function isNameless({ symbol, path }: LeadCandidate, { terms }: QuestionPart): boolean {
  const isProp = /(?:^|\.)props$/.test(symbol.parent ?? "");
  if (!isProp && (!nameless.test(symbol.name) || symbol.endLine - symbol.startLine < longBody)) return false;
  const file = stemsOf(path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, ""));
  return (
    isProp || !terms.some(({ stem, synonyms }) => file.includes(stem) || synonyms.some((one) => file.includes(one)))
  );
}

const nearlyAll = 0.8;

const fitOf: Partial<Record<QuestionAct, typeof fitsAct>> = {
  happens: fitsEvent,
  decides: fitsDecision,
  measures: fitsAmount,
};

/** Of those that say nearly as much of the question, the one that does it most surely. */
function mostFitting(judged: readonly FittingCandidate[], share: number): LeadCandidate | null {
  const most = Math.max(0, ...judged.map(({ coverage }) => coverage));
  const near = judged.filter(({ coverage }) => coverage >= most * share);
  return near.toSorted((a, b) => b.fit - a.fit)[0] ?? null;
}

/** A declaration, file or type that a question calls by its name is what it is about. */
function bears({ symbol, path }: LeadCandidate, name: string): boolean {
  const last = name.split(/[.#/]|::/).at(-1) ?? name;
  return isSameName(last, symbol.name) || isSameName(last, symbol.parent ?? "") || path.includes(name);
}

/** Who may do what: it has to say that. */
const asksToDo = /\b(?:may|can|(?:is|are) allowed to|(?:is|are) permitted to)\s+(\w+)/i;

interface SubjectHead {
  /** The question up to the word for what is done. */
  text: string;
  act: QuestionAct | null;
}

/** The word of fewest files among those that carry the question and that code says. */
function rarestTerm(
  { codebases }: AnswerContext,
  { terms, unspoken }: Retrieval,
  { text, act }: SubjectHead,
): number | null {
  const filesOf = (word: string) => codebases.reduce((sum, { index }) => sum + index.countWord(word).files, 0);
  const silent = new Set(unspoken.map(({ stem }) => stem));
  const carrying = terms.flatMap(({ word, stem, weight, relevance = 1, isPhrase = false }, at) =>
    weight > 0 && relevance === 1 && !isPhrase && !isWeakWord(word) && !silent.has(stem)
      ? [{ at, files: filesOf(word) }]
      : [],
  );
  const done = act === "decides" ? asksToDo.exec(text)?.[1]?.toLowerCase() : undefined;
  const asked = terms.findIndex(({ word, asked: written = word, weight }) => written === done && weight > 0);
  if (asked !== -1) return asked;
  const head = splitWords(text);
  const wordOf = (at: number) => terms[at]?.asked ?? terms[at]?.word ?? "";
  // What is done is judged by what a declaration does.
  const nouns = act === null ? carrying : carrying.filter(({ at }) => wordOf(at) !== head.at(-1));
  const inHead = nouns.filter(({ at }) => head.includes(wordOf(at)));
  const most = [inHead, nouns, carrying].find((some) => some.length > 0) ?? [];
  return most.toSorted((a, b) => a.files - b.files)[0]?.at ?? null;
}

/** How much of a term a declaration says, as its share of the whole question. */
function metBy({ passages }: Retrieval, { symbol, path }: ChosenSymbol, term: number): number {
  const passage = passages.find((one) => one.path === path && isOf(one, symbol));
  return passage === undefined ? 1 : (passage.met[term] ?? 0);
}

const ownWord = 0.81;

function strongTerms({ terms }: Retrieval): number {
  return terms.filter(
    ({ word, weight, relevance = 1, isPhrase = false }) =>
      weight > 0 && relevance === 1 && !isPhrase && !isWeakWord(word),
  ).length;
}

function isOf({ content }: Passage, symbol: ChosenSymbol["symbol"]): boolean {
  return content.type === "symbol" && content.symbol === symbol;
}

function isComparable(one: ChosenSymbol, best: ChosenSymbol, share: number): boolean {
  return one.coverage >= best.coverage * share;
}

function first(lead: LeadCandidate, all: readonly LeadCandidate[]): LeadCandidate[] {
  return [lead, ...all.filter(({ symbol }) => symbol !== lead.symbol)];
}

/** As the passages rank them; of two with the same name and parameters only one is chosen at first. */
function inOrder({ passages }: Retrieval, candidates: readonly LeadCandidate[]): LeadCandidate[] {
  const ranks = new Map(passages.map(({ content }, at) => [content.type === "symbol" ? content.symbol : null, at]));
  return candidates.toSorted((a, b) => (ranks.get(a.symbol) ?? 0) - (ranks.get(b.symbol) ?? 0));
}

/** Declarations behind the best ones, such as a long object of many procedures, of which one may do it. */
function further({ passages }: Retrieval, chosen: readonly LeadCandidate[]): LeadCandidate[] {
  return passages
    .flatMap((passage): LeadCandidate[] => {
      const { content, fileKind, codebase, path, coverage, focus } = passage;
      if (content.type !== "symbol" || fileKind !== "source" || isTestSymbol(content.symbol)) return [];
      const { symbol } = content;
      if (chosen.some((one) => one.symbol === symbol)) return [];
      return [{ codebase, path, symbol, coverage, focus, acts: null }];
    })
    .slice(0, maxFurther);
}

/** Of what is only near, the places where things are done come first. */
function likelyFirst(candidates: readonly LeadCandidate[], part: QuestionPart, act: QuestionAct): LeadCandidate[] {
  const likelihood = (one: LeadCandidate) => {
    const isDone = saysAct(act, part, stemsOf(one.symbol.name).slice(0, 1));
    return mayDo(one, part, act) ? (isDone ? 2 : 1) : 0;
  };
  return candidates.toSorted((a, b) => likelihood(b) - likelihood(a));
}
