import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart, QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { saysAct, saysOtherAct, untilAct, type QuestionAct } from "#server/engine/intent/question-act.ts";
import { shapeOf } from "#server/engine/intent/question-shape.ts";
import { isWeakWord, stemsOf } from "#server/engine/intent/words.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";

import type { ChosenSymbol } from "./choose-symbols.ts";
import { effectOfLine, type EffectVerb } from "./find-effect.ts";
import { asksIfAllowed, endpointsServedBy, findGuards, findRefusalsOf, isForbidden } from "./find-guards.ts";
import { findSteps } from "./find-steps.ts";
import type { Retrieval } from "./passage.ts";

/** A declaration with how it answers a question. */
export interface LeadCandidate extends ChosenSymbol {
  /** The line that does what is asked; null where that is not known. */
  acts: { line: number; verb: EffectVerb; text: string } | null;
}

const effectsOf: Record<Exclude<QuestionAct, "happens" | "decides" | "measures">, ReadonlySet<EffectVerb>> = {
  keeps: new Set<EffectVerb>(["writes", "writes a file"]),
  changes: new Set<EffectVerb>(["writes", "writes a file"]),
  removes: new Set<EffectVerb>(["deletes", "writes"]),
  sends: new Set<EffectVerb>(["sends a message", "calls another service", "puts a job in line"]),
};

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

export interface FitInput {
  part: QuestionPart;
  act: QuestionAct;
  retrieval: Retrieval;
  one: LeadCandidate;
}

/** A name with other words than the question's is about something beside it. */
function tightnessOf({ symbol }: LeadCandidate, { terms }: Retrieval, isAlone = false): number {
  const own = stemsOf(isAlone ? symbol.name : `${symbol.parent ?? ""} ${symbol.name}`).filter(
    (root) => !saysNothing.has(root),
  );
  const asked = new Set(terms.flatMap(({ stem, synonyms }) => [stem, ...synonyms]));
  return own.length === 0 ? 1 : own.filter((root) => asked.has(root)).length / own.length;
}
/** What has other things in its name does other things as well. */
function worthOf(one: LeadCandidate, retrieval: Retrieval): number {
  return 0.4 + 0.6 * tightnessOf(one, retrieval);
}

const saysNothing = new Set(
  stemsOf(
    "is by of for from to with in on all new get do the valid handle process async can may has check verify validate ensure controller service srvc manager repository repo store handler model router module api provider impl default",
  ),
);

export interface FittingCandidate extends LeadCandidate {
  /** How surely it does what is asked: from 1, where only its name says so. */
  fit: number;
}

/** It has a line that does it. */
export const surely = 2;
const byName = 1.5;

/** It has a line that does it, leads to one, or is called so. */
export async function fitsAct(
  context: AnswerContext,
  { part, act, retrieval, one }: FitInput,
): Promise<FittingCandidate | null> {
  if (act === "happens" || act === "decides" || act === "measures" || !mayDo(one, part, act)) return null;
  const stems = stemsOf(one.symbol.name);
  if (saysOtherAct(act, part, stems)) return null;
  const wanted = effectsOf[act];
  const acts = await lineThatActs(context, one, { wanted, terms: retrieval.terms });
  if (acts) {
    const fit = (saysAct(act, part, stems) ? surely + 1 : surely) * worthOf(one, retrieval);
    return { ...one, acts, focus: isShown(one, acts.line) ? one.focus : focusOn(one, acts.line), fit };
  }
  const isDoing = one.symbol.kind === "function" || one.symbol.kind === "method";
  const isNamed = isDoing && saysAct(act, part, [...stems, ...stemsOf(opening(one.symbol.doc?.text))]);
  return isNamed ? { ...one, fit: byName * worthOf(one, retrieval) } : null;
}

/** Those that call something that does it. */
export async function leadingThere(
  context: AnswerContext,
  candidates: readonly LeadCandidate[],
  { part, act, retrieval }: Omit<FitInput, "one"> & { act: keyof typeof effectsOf },
): Promise<FittingCandidate[]> {
  const found: FittingCandidate[] = [];
  for (const one of candidates) {
    if (isLong(one) || !mayDo(one, part, act) || saysOtherAct(act, part, stemsOf(one.symbol.name))) continue;
    const steps = await findSteps(context, one, retrieval.terms);
    if (steps.some(({ effect }) => effect !== null && effectsOf[act].has(effect.verb))) found.push({ ...one, fit: 1 });
  }
  return found;
}

/** It turns away, asks whether somebody may, is guarded where it is called from outside, or is called so. */
export async function fitsDecision(
  context: AnswerContext,
  { part, act, retrieval, one }: FitInput,
): Promise<FittingCandidate | null> {
  const isDoing = one.symbol.kind === "function" || one.symbol.kind === "method";
  if (!isDoing || !mayDo(one, part, act)) return null;
  const [first = ""] = stemsOf(one.symbol.name);
  const isNamed = isDoing && saysAct(act, part, [first]);
  const refusals = await findRefusalsOf(context, one);
  const refused = refusals.find(isForbidden) ?? (isNamed ? refusals[0] : undefined);
  const asked = refused?.startLine ?? (await lineThatAsks(context, one));
  const isGuarded = aboutRights.test(part.text) && (await findGuards(context, one)).length > 0;
  // What a check has in its name beside what is asked is what it is for.
  const worth = Math.max(leastWorth, tightnessOf(one, retrieval, true));
  if (asked === null && !isGuarded) {
    // `can_update` says of itself whether somebody may.
    const saysMay = /^(?:can|may)$/.test(first) && (await saysNo(context, one));
    if (aboutRights.test(part.text)) return saysMay ? { ...one, fit: (surely + 0.5) * worth } : null;
    if (!isNamed) return (await saysVerb(context, one, untilAct(part))) ? { ...one, fit: worth } : null;
    return { ...one, fit: ((await saysNo(context, one)) ? surely + 0.5 : 1) * worth };
  }
  const fit = ((refused ? surely : 1) + (isNamed ? 1 : 0) + (isGuarded ? 1 : 0)) * worth;
  const focus = asked === null || isShown(one, asked) ? one.focus : focusOn(one, asked);
  return { ...one, focus, fit };
}

const leastWorth = 0.3;

/** A line of it is called as the question says: "refused" where `refuse()` is called. */
async function saysVerb(
  context: AnswerContext,
  { codebase, path, symbol }: LeadCandidate,
  head: string,
): Promise<boolean> {
  const [verb = ""] = stemsOf(head).slice(-1);
  const lines = codeLines(await context.lines({ codebase, path }));
  return lines
    .slice(symbol.startLine, symbol.endLine)
    .some((line) => line.includes("(") && stemsOf(line).includes(verb));
}

/** Something is tested, and what is returned says that it is not so. */
async function saysNo(context: AnswerContext, { codebase, path, symbol }: LeadCandidate): Promise<boolean> {
  const lines = codeLines(await context.lines({ codebase, path }));
  const body = lines.slice(symbol.startLine, Math.min(symbol.endLine, symbol.startLine + longBody)).join("\n");
  return (
    /\b(?:if|unless|match|switch|case)\b/.test(body) &&
    /\breturn\s+(?:false|False|null|nil|None|err|["'`]\w+ \w)|\b(?:throw|raise)\b/.test(body)
  );
}

/** Who may, and not what is valid. */
const aboutRights = /\b(?:may|can|allow\w*|permit\w*|authori[sz]\w*|access)\b/i;

async function lineThatAsks(context: AnswerContext, one: LeadCandidate): Promise<number | null> {
  const { startLine, signatureEndLine = startLine, endLine } = one.symbol;
  const lines = codeLines(await context.lines(one)).slice(signatureEndLine, Math.min(endLine, startLine + longBody));
  const at = lines.findIndex(asksIfAllowed);
  return at === -1 ? null : signatureEndLine + 1 + at;
}

/** The first word of a comment says what is done. */
function opening(doc: string | undefined): string {
  return (doc ?? "").trim().split(/\s+/).slice(0, 1).join(" ");
}

/** What happens is told by something that is called after it, or by all of its own words; not by a screen or a text. */
export async function fitsEvent(
  context: AnswerContext,
  { part, retrieval, one }: FitInput,
): Promise<FittingCandidate | null> {
  if (!mayDo(one, part, "happens") || one.symbol.kind === "class" || one.symbol.kind === "interface") return null;
  const served = looksOn.test(part.text) ? [] : await endpointsServedBy(context, one);
  // What only shows something does not do it.
  if (served.length > 0 && served.every(({ fact }) => fact.method === "GET")) return null;
  const strong = retrieval.terms.filter(
    ({ word, weight, isPhrase = false, relevance = 1 }) =>
      weight > 0 && relevance === 1 && !isPhrase && !isWeakWord(word),
  );
  if (strong.length === 0) return { ...one, fit: 1 };
  const { name, parent, startLine, endLine, doc } = one.symbol;
  const named = new Set(stemsOf(`${parent ?? ""} ${name}`));
  const verb = activeVerb(part, strong) ?? shapeOf(part).verb;
  const isNamed = verb === null ? strong.some((term) => sayOf(named, term)) : sayOf(named, verb);
  if (!isNamed) return null;
  const titled = new Set([...named, ...stemsOf(one.path)]);
  const fit = 1 + tightnessOf(one, retrieval);
  if (strong.every((term) => sayOf(titled, term))) return { ...one, fit };
  const lines = codeLines(await context.lines(one)).slice(startLine - 1, Math.min(endLine, startLine + longBody));
  const said = new Set([...titled, ...stemsOf(`${doc?.text ?? ""} ${lines.join("\n")}`)]);
  return strong.filter((term) => said.has(term.stem)).length >= strong.length * mostOwn ? { ...one, fit: 1 } : null;
}

const mostOwn = 0.8;
const looksOn =
  /\b(?:open|view|load|visit|see|read|search|download|request|fetch|look|show|list|find|browse|call)(?:s|ed|ing|n)?\b/i;
const active =
  /\b(?:when|if|once|after)\s+(?:(?:an?|the|some\w*|my|our)\s+)?(?:[\w-]+\s+){1,2}?(\w+(?<!s)s)\s+(?:on|to|in|an?|the|their|his|its|my|from|for|with|up|out)\b/i;

/** "When somebody votes on an answer": what is done is no last word. */
function activeVerb({ text }: QuestionPart, terms: readonly QuestionTerm[]): QuestionTerm | null {
  const verb = active.exec(text)?.[1]?.toLowerCase();
  return terms.find(({ word, asked = word }) => asked === verb) ?? null;
}

function sayOf(stems: ReadonlySet<string>, { stem, synonyms }: QuestionTerm): boolean {
  return stems.has(stem) || synonyms.some((one) => stems.has(one));
}

export function mayDo({ path, symbol }: LeadCandidate, { text }: QuestionPart, act: QuestionAct): boolean {
  const isAside = aside.test(path) || (act === "happens" && mailText.test(path));
  if (isAside && !namesAside.test(text)) return false;
  const isScreen =
    symbol.kind === "component" ||
    (screens.test(path) && [symbol.name, symbol.parent ?? ""].some((name) => /^(?:[A-Z]|use[A-Z])/.test(name)));
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
  const lines = codeLines(await context.lines(one));
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
