import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { openWordMatch, takeApart, type WordsOfText } from "#server/engine/documents/word-match.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { actAsked } from "#server/engine/intent/question-act.ts";
import { mayDo, type LeadCandidate } from "#server/engine/retrieval/fit-act.ts";
import type { Retrieval } from "#server/engine/retrieval/passage.ts";
import { isTestSymbol } from "#server/engine/retrieval/relations.ts";
import { saysNothingNear } from "#server/engine/retrieval/says-nothing-near.ts";
import { isUnlikelyPlace } from "#server/engine/retrieval/search-first.ts";
import { codeStatement, focusedEntry, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";

import { showFirstFiles } from "./show-first-files.ts";

const maxNearest = 3;
/** The lines of what says less of a question are no help. */
const leastShown = 0.72;

/** Where nothing found surely does what a question asks: says so, and names a few places that come near with the lines of the nearest. */
export async function nearestBlock(
  context: AnswerContext,
  { part, retrieval }: { part: QuestionPart; retrieval: Retrieval },
  candidates: readonly LeadCandidate[],
  limit = maxNearest,
): Promise<StatementBlock> {
  const ranked = await byPeoplesWords(context, { part, retrieval }, candidates);
  const first = await showFirstFiles(context, retrieval, ranked.slice(0, 1));
  const [entry, ...further] = await Promise.all(ranked.map((one) => focusedEntry(context, one)));
  const near = [...(entry ? [entry] : []), ...first, ...further];
  const once = near.filter((one, at) => near.findIndex(({ text }) => text === one.text) === at).slice(0, limit);
  const text = `No place was found that surely does this.${once.length > 0 ? " Nearest are:" : ""}`;
  const [nearest] = ranked;
  // What follows where something happens is told by a condition, and not by what has its words.
  const isShown = nearest !== undefined && nearest.said >= leastShown && actAsked(part) !== "happens";
  const quoted = isShown ? await codeStatement(context, nearest, retrieval.terms, nearest.focus) : null;
  const statements = [{ text, evidence: [] }, ...once, ...(quoted ? [quoted] : [])];
  return { heading: null, statements, isUnsure: true };
}

const maxFurther = 16;
const maxBody = 60;

/** Of what comes near, what says most of the question, in its words or in others for the same. */
async function byPeoplesWords(
  context: AnswerContext,
  { part, retrieval }: { part: QuestionPart; retrieval: Retrieval },
  candidates: readonly LeadCandidate[],
): Promise<(LeadCandidate & { said: number })[]> {
  const passed = retrieval.passages.slice(0, maxFurther).flatMap((passage): LeadCandidate[] => {
    const { content, fileKind, codebase, path, coverage, focus } = passage;
    const isMeant = content.type === "symbol" && fileKind === "source" && !isTestSymbol(content.symbol);
    if (!isMeant || isUnlikelyPlace(path, part.text)) return [];
    const one = { codebase, path, symbol: content.symbol, coverage, focus, acts: null };
    return mayDo(one, part, "happens") ? [one] : [];
  });
  const isNear = ({ codebase, path, symbol }: LeadCandidate) =>
    !saysNothingNear({ path, fileKind: codebase.index.facts(path)?.kind ?? "", name: symbol.name }, part.text);
  const near = candidates.filter(isNear);
  const all = [...near, ...passed.filter(isNear).filter((one) => !near.some(({ symbol }) => symbol === one.symbol))];
  const read = await Promise.all(all.map(async (one) => ({ one, texts: await wordsOf(context, one) })));
  const match = openWordMatch(part, read.map(({ texts }) => new Set(texts.flatMap(({ stems }) => [...stems])))); // prettier-ignore
  if (match === null) return near.map((one) => ({ ...one, said: 0 }));
  const judged = read.map(({ one, texts }, at) => ({ one, coverage: match.of(texts).coverage - at * orderWorth }));
  return judged.toSorted((a, b) => b.coverage - a.coverage).map(({ one, coverage }) => ({ ...one, said: coverage }));
}

/** Among those that say as much the order stays as it was. */
const orderWorth = 0.01;

async function wordsOf(context: AnswerContext, one: LeadCandidate): Promise<WordsOfText[]> {
  const { symbol, path } = one;
  const lines = codeLines(await context.lines(one)).slice(symbol.startLine - 1, Math.min(symbol.endLine, symbol.startLine + maxBody)); // prettier-ignore
  return [
    takeApart(`${symbol.parent ?? ""} ${symbol.name}`, 1),
    takeApart(symbol.doc?.text ?? "", 1),
    takeApart(lines.join("\n"), 0.7),
    takeApart(path, 0.7),
  ];
}
