import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart, QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { actAsked, saysAct, type QuestionAct } from "#server/engine/intent/question-act.ts";
import { isSameName, shapeOf } from "#server/engine/intent/question-shape.ts";
import { isWeakWord, stemsOf } from "#server/engine/intent/words.ts";

import type { ChosenSymbol } from "./choose-symbols.ts";
import { effectOfLine, type EffectVerb } from "./find-effect.ts";
import { findSteps } from "./find-steps.ts";
import type { Passage, Retrieval } from "./passage.ts";
import { isTestSymbol } from "./relations.ts";

/** A declaration with how it answers a question. */
export interface LeadCandidate extends ChosenSymbol {
  /** The line that does what is asked; null where that is not known. */
  acts: { line: number; verb: EffectVerb; text: string } | null;
}

/** The declarations that may answer a question, the one that does first. */
interface LeadChoice {
  candidates: LeadCandidate[];
  /** Whether the first says the rarest word of the question and does what it asks for. */
  isSure: boolean;
}

const effectsOf: Record<Exclude<QuestionAct, "happens">, ReadonlySet<EffectVerb>> = {
  keeps: new Set<EffectVerb>(["writes", "writes a file"]),
  removes: new Set<EffectVerb>(["deletes", "writes"]),
  sends: new Set<EffectVerb>(["sends a message", "calls another service", "puts a job in line"]),
};

/** Of so much less of the question another declaration does not lead. */
const comparable = 0.7;
const furtherShare = 0.9;
const maxFurther = 24;
const maxLooked = 8;
/** Longer declarations do many things: only a line that says the question's words is about it. */
const longBody = 120;
const maxBody = 2000;
const around = 6;
/** What a mail says is not what happens. */
const mailText = /(?:^|\/)(?:e?mails?|notifications?)\/(?:.*\/)?templates?\/|(?:^|\/)e?mail[-_]?templates?\//i;
/** Work of one day and what shows or feeds the code are not what a product does. */
const aside =
  /(?:^|\/)(?:scripts?|migrations?|seeds?|fixtures?|stories|storybook)\/|\.(?:stories|story|fixture)\.\w+$/i;
const namesAside =
  /\b(?:templates?|scripts?|migrat\w*|seed\w*|fixtures?|stor(?:y|ies)|mails? (?:say|look)|looks? like|markup|rendered)\b/i;
const screens = /\.(?:tsx|jsx|vue|svelte)$/;
const aboutScreens =
  /\b(?:screens?|pages?|buttons?|forms?|dialogs?|ui|interface|components?|clicks?|click\w*|press\w*|shown?|display\w*|render\w*|menus?|types?|typing|drag\w*|scroll\w*|hover\w*)\b/i;

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
  const rarest = rarestTerm(context, retrieval);
  const says = (one: ChosenSymbol) => rarest === null || metBy(retrieval, one, rarest);
  if (act === null) {
    const lead = plain.find((one) => says(one) && isComparable(one, best));
    return { candidates: lead ? first(lead, plain) : plain, isSure: lead !== undefined };
  }
  const fits = act === "happens" ? fitsEvent : fitsAct;
  const judged: LeadCandidate[] = [];
  const widened = [...plain, ...further(retrieval, plain)];
  for (const [at, one] of widened.entries()) {
    const isKnown = at < plain.length;
    if (!says(one) || !isComparable(one, best)) continue;
    // What else says as much is looked at only where none of the best does it.
    if (!isKnown && (judged.length > 0 || one.coverage < best.coverage * furtherShare)) continue;
    const found = await fits(context, { part, act, retrieval, one });
    if (found) judged.push(found);
    if (judged.length >= maxLooked) break;
    await context.yieldToEventLoop();
  }
  const [lead] = judged;
  if (!lead) return { candidates: likelyFirst(plain, part, act), isSure: false };
  const rest = plain.map((one) => judged.find(({ symbol }) => symbol === one.symbol) ?? one);
  return { candidates: first(lead, rest), isSure: true };
}

/** A declaration, file or type that a question calls by its name is what it is about. */
function bears({ symbol, path }: LeadCandidate, name: string): boolean {
  const last = name.split(/[.#/]|::/).at(-1) ?? name;
  return isSameName(last, symbol.name) || isSameName(last, symbol.parent ?? "") || path.includes(name);
}

interface FitInput {
  part: QuestionPart;
  act: QuestionAct;
  retrieval: Retrieval;
  one: LeadCandidate;
}

/** The word of fewest files among those that carry the question and that code says. */
function rarestTerm({ codebases }: AnswerContext, { terms, unspoken }: Retrieval): number | null {
  const filesOf = (word: string) => codebases.reduce((sum, { index }) => sum + index.countWord(word).files, 0);
  const silent = new Set(unspoken.map(({ stem }) => stem));
  const carrying = terms.flatMap(({ word, stem, weight, relevance = 1, isPhrase = false }, at) =>
    weight > 0 && relevance === 1 && !isPhrase && !isWeakWord(word) && !silent.has(stem)
      ? [{ at, files: filesOf(word) }]
      : [],
  );
  // A single word is what everything found says.
  if (carrying.length < 2) return null;
  return carrying.toSorted((a, b) => a.files - b.files)[0]?.at ?? null;
}

function metBy({ passages }: Retrieval, { symbol, path }: ChosenSymbol, term: number): boolean {
  const passage = passages.find((one) => one.path === path && isOf(one, symbol));
  return passage === undefined || (passage.met[term] ?? 0) > 0;
}

function isOf({ content }: Passage, symbol: ChosenSymbol["symbol"]): boolean {
  return content.type === "symbol" && content.symbol === symbol;
}

function isComparable(one: ChosenSymbol, best: ChosenSymbol): boolean {
  return one.coverage >= best.coverage * comparable;
}

function first(lead: LeadCandidate, all: readonly LeadCandidate[]): LeadCandidate[] {
  return [lead, ...all.filter(({ symbol }) => symbol !== lead.symbol)];
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

/** It has a line that does it, leads to one, or is called so. */
async function fitsAct(context: AnswerContext, { part, act, retrieval, one }: FitInput): Promise<LeadCandidate | null> {
  if (act === "happens" || !mayDo(one, part, act)) return null;
  const wanted = effectsOf[act];
  const acts = await lineThatActs(context, one, { wanted, terms: retrieval.terms });
  if (acts) return { ...one, acts, focus: isShown(one, acts.line) ? one.focus : focusOn(one, acts.line) };
  const isDoing = one.symbol.kind === "function" || one.symbol.kind === "method";
  if (isDoing && saysAct(act, part, stemsOf(`${one.symbol.name} ${opening(one.symbol.doc?.text)}`))) return one;
  if (isLong(one)) return null;
  const steps = await findSteps(context, one, retrieval.terms);
  return steps.some(({ effect }) => effect !== null && wanted.has(effect.verb)) ? one : null;
}

/** The first word of a comment says what is done. */
function opening(doc: string | undefined): string {
  return (doc ?? "").trim().split(/\s+/).slice(0, 1).join(" ");
}

/** What happens is told by something that is called after it, or by all of its own words; not by a screen or a text. */
async function fitsEvent(context: AnswerContext, { part, retrieval, one }: FitInput): Promise<LeadCandidate | null> {
  if (!mayDo(one, part, "happens") || one.symbol.kind === "class" || one.symbol.kind === "interface") return null;
  const strong = retrieval.terms.filter(
    ({ word, weight, isPhrase = false, relevance = 1 }) =>
      weight > 0 && relevance === 1 && !isPhrase && !isWeakWord(word),
  );
  if (strong.length === 0) return one;
  const { name, parent, startLine, endLine, doc } = one.symbol;
  const named = new Set(stemsOf(`${parent ?? ""} ${name}`));
  const { verb } = shapeOf(part);
  const isNamed = verb === null ? strong.some((term) => sayOf(named, term)) : sayOf(named, verb);
  if (!isNamed) return null;
  const titled = new Set([...named, ...stemsOf(one.path)]);
  if (strong.every((term) => sayOf(titled, term))) return one;
  const lines = (await context.lines(one)).slice(startLine - 1, Math.min(endLine, startLine + longBody));
  const said = new Set([...titled, ...stemsOf(`${doc?.text ?? ""} ${lines.join("\n")}`)]);
  return strong.filter((term) => said.has(term.stem)).length >= strong.length * mostOwn ? one : null;
}

const mostOwn = 0.8;

function sayOf(stems: ReadonlySet<string>, { stem, synonyms }: QuestionTerm): boolean {
  return stems.has(stem) || synonyms.some((one) => stems.has(one));
}

function mayDo({ path, symbol }: LeadCandidate, { text }: QuestionPart, act: QuestionAct): boolean {
  const isAside = aside.test(path) || (act === "happens" && mailText.test(path));
  if (isAside && !namesAside.test(text)) return false;
  const isScreen = symbol.kind === "component" || (screens.test(path) && /^[A-Z]/.test(symbol.name));
  return (!isScreen || aboutScreens.test(text)) && !["type", "interface", "enum"].includes(symbol.kind);
}

function isLong({ symbol }: LeadCandidate): boolean {
  return symbol.endLine - symbol.startLine >= longBody;
}

/** The first line with such an effect; of a long declaration the one that says most of the question with what stands around it. */
async function lineThatActs(
  context: AnswerContext,
  one: LeadCandidate,
  { wanted, terms }: { wanted: ReadonlySet<EffectVerb>; terms: Retrieval["terms"] },
): Promise<LeadCandidate["acts"]> {
  const { startLine, endLine } = one.symbol;
  const lines = await context.lines(one);
  const nouns = terms.filter(({ word, weight }) => weight > 0 && !isWeakWord(word));
  let best: { acts: NonNullable<LeadCandidate["acts"]>; said: number } | null = null;
  for (let line = startLine; line <= Math.min(endLine, startLine + maxBody, lines.length); line += 1) {
    const text = lines[line - 1] ?? "";
    const verb = effectOfLine(text);
    if (verb === null || !wanted.has(verb)) continue;
    const acts = { line, verb, text: text.trim() };
    if (!isLong(one)) return acts;
    const own = new Set(stemsOf(text));
    const near = new Set(stemsOf(lines.slice(Math.max(0, line - 1 - around), line + around).join("\n")));
    const said = nouns.filter((term) => sayOf(own, term)).length + nouns.filter((term) => sayOf(near, term)).length / 2;
    if (nouns.some((term) => sayOf(own, term)) && said > (best?.said ?? 0)) best = { acts, said };
  }
  return best?.acts ?? null;
}

/** Of a declaration that is too long to be quoted whole, the line that does it belongs to what is. */
function isShown(one: LeadCandidate, line: number): boolean {
  const { symbol, focus } = one;
  if (isLong(one)) return false;
  const isWhole = symbol.endLine - symbol.startLine < quotedWhole;
  return isWhole || (focus !== null && focus.startLine <= line && line <= focus.endLine);
}

const quotedWhole = 40;

function focusOn({ symbol }: LeadCandidate, line: number): NonNullable<LeadCandidate["focus"]> {
  return {
    startLine: Math.max(symbol.startLine, line - around),
    endLine: Math.min(symbol.endLine, line + around),
    line,
  };
}

/** Of what is only near, the places where things are done come first. */
function likelyFirst(candidates: readonly LeadCandidate[], part: QuestionPart, act: QuestionAct): LeadCandidate[] {
  const isLikely = (one: LeadCandidate) => mayDo(one, part, act);
  return [...candidates.filter(isLikely), ...candidates.filter((one) => !isLikely(one))];
}
