import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart, QuestionTerm } from "#server/engine/intent/interpret-question.ts";
import { layWordsFor } from "#server/engine/intent/lay-words.ts";
import { isPlainSpeech, isStopWord, isWeakWord, saysNothingAlone, stemsOf } from "#server/engine/intent/words.ts";

import { mayDo, type LeadCandidate } from "./fit-act.ts";
import type { Retrieval } from "./passage.ts";

/** A place that says less of a question is near to it at most. */
const leastShare = 0.5;
/** A screen shows words of many things. */
const leastOfScreen = 0.75;
/** Longer bodies say many words side by side; of them only what stands around the lines that match counts. */
const longBody = 80;
const around = 12;
const synonymWorth = 0.8;
const bodyWorth = 0.8;
const alikeInBody = 0.4;
/** Of words that weigh about the same any may be the rarest. */
const nearlyMost = 0.8;

/**
 * Whether a place carries what a question is about, so that it may be told without reserve: its name, path or comment says a word
 * of it that tells one thing from another, it says the rarest of them somewhere, and most of them together. "Copies" and "page" alone
 * pick no place.
 */
export async function standsFirm(
  context: AnswerContext,
  part: QuestionPart,
  retrieval: Retrieval,
  one: LeadCandidate,
): Promise<boolean> {
  if (part.names.length > 0) return true;
  const own = retrieval.terms.filter(isCarrying);
  // "Turn away" and "too many" say nothing but what they mean together.
  const carrying = own.length > 0 ? own : retrieval.terms.filter(({ isPhrase }) => isPhrase === true);
  const strong = retrieval.terms.filter(({ word, relevance = 1 }) => relevance === 1 && !isWeakWord(word));
  const title = titleOf(one);
  if (carrying.length === 0) return strong.every((term) => worthIn(title, term) === 1);
  const body = await bodyOf(context, one);
  // What no file says weighs as much as the rarest word: it is what nothing was found for.
  const most = Math.max(...carrying.map(({ weight }) => weight)) || 1;
  const judged = carrying.map((term) => ({
    weight: term.weight === 0 ? most : term.weight,
    titled: titledWorth(title, term, part.text),
    said: saidWorth({ title, body }, term, part.text),
  }));
  const sum = judged.reduce((all, { weight }) => all + weight, 0);
  const share = judged.reduce((all, { weight, said }) => all + weight * said, 0) / sum;
  const rarest = judged.filter(({ weight }) => weight >= most * nearlyMost);
  const least = mayDo(one, part, "happens") ? leastShare : leastOfScreen;
  const isTitled =
    judged.some(({ titled }) => titled > 0) ||
    (one.acts !== null && retrieval.terms.some((term) => titledWorth(title, term, part.text) > 0));
  return share >= least && isTitled && rarest.some(({ said }) => said > 0);
}

function isCarrying({ word, asked = word, relevance = 1, isPhrase = false }: QuestionTerm): boolean {
  if (relevance < 1 || isPhrase) return false;
  return ![word, asked].some((one) => isWeakWord(one) || isStopWord(one) || saysNothingAlone(one) || /^\d+$/.test(one));
}

function titleOf({ path, symbol }: LeadCandidate): ReadonlySet<string> {
  return new Set(stemsOf(`${path} ${symbol.parent ?? ""} ${symbol.name} ${symbol.doc?.text ?? ""}`));
}

async function bodyOf(context: AnswerContext, one: LeadCandidate): Promise<ReadonlySet<string>> {
  const { startLine, endLine } = one.symbol;
  const lines = await context.lines(one);
  const isLong = endLine - startLine > longBody;
  const from = isLong && one.focus ? Math.max(startLine, one.focus.startLine - around) : startLine;
  const to = isLong ? Math.min(endLine, (one.focus?.endLine ?? startLine) + around) : endLine;
  const does = one.acts === null ? "" : `${one.acts.verb} ${lines.slice(one.acts.line - 1 - around, one.acts.line + around).join("\n")}`; // prettier-ignore
  return new Set(stemsOf(`${one.symbol.signature} ${lines.slice(from - 1, to).join("\n")} ${does}`));
}

function worthIn(stems: ReadonlySet<string>, { stem, word }: QuestionTerm): number {
  return stems.has(stem) || stemsOf(word).every((root) => stems.has(root)) ? 1 : 0;
}

function alike(stems: ReadonlySet<string>, { stem, synonyms }: QuestionTerm, text: string): boolean {
  return synonyms.some((one) => stems.has(one)) || [...layWordsFor(stem, text).stems].some((one) => stems.has(one));
}

function titledWorth(title: ReadonlySet<string>, term: QuestionTerm, text: string): number {
  if (worthIn(title, term) === 1) return 1;
  return alike(title, term, text) ? synonymWorth : 0;
}

function saidWorth(
  { title, body }: { title: ReadonlySet<string>; body: ReadonlySet<string> },
  term: QuestionTerm,
  text: string,
): number {
  const titled = titledWorth(title, term, text);
  if (titled > 0) return titled;
  if (worthIn(body, term) === 1) return bodyWorth;
  return alike(body, term, text) ? (isPlainSpeech(term.stem) ? bodyWorth : alikeInBody) : 0;
}
