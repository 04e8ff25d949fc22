import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { openWordMatch, stemsIn, takeApart } from "#server/engine/documents/word-match.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { layWordsFor } from "#server/engine/intent/lay-words.ts";
import { isWeakWord, stemsOf } from "#server/engine/intent/words.ts";
import { retrieve } from "#server/engine/retrieval/passages.ts";
import { isUnlikelyPlace } from "#server/engine/retrieval/search-first.ts";
import { isBesideCode } from "#server/engine/retrieval/side-folder.ts";

import type { DecisiveLine } from "./decisive-line.ts";
import { readDecisiveLines } from "./read-decisive-lines.ts";

export interface RankedLine extends DecisiveLine {
  /** The share of the question that it says with what stands around it, 0 to 1. */
  coverage: number;
  /** It is about what was asked, and does not only have some of its words. */
  isSure: boolean;
  score: number;
}

interface Wanted {
  sorts: ReadonlySet<DecisiveLine["sort"]>;
  measures: ReadonlySet<string> | null;
}

/** What decides the answer to a question, by how it is asked; the first that fits. */
const wantedBy: readonly (readonly [RegExp, Wanted])[] = [
  [/\bhow (?:long|old|soon)\b|\b(?:expires?|run(?:s)? out|valid for|stop working)\b/i, wants(["amount"], ["time"])],
  [/\b(?:forever|for good|indefinitely)\b/i, wants(["amount"])],
  [/\bhow often\b/i, wants(["amount"], ["time", "count"])],
  [/\bhow (?:big|large)\b|\b(?:file|upload) size\b/i, wants(["amount", "refusal"], ["size", "count"])],
  [/\bhow (?:many|much)\b|\b(?:limits?|maximum|minimum|at most|at least)\b/i, wants(["amount"], ["count", "size"])],
  [/\b(?:what|which) (?:kinds?|types?|sorts?|formats?)\b/i, wants(["choice", "refusal"])],
  [/\bwhat (?:happens )?if\b|\bwhat happens when\b/i, wants(["refusal"])],
  [/\bwho (?:may|can|is allowed)\b|\b(?:allowed|permitted|forbidden|prevents?|stops?|refused?)\b|\bdecided\b|\bcan (?:i|we|you|anybody|anyone|people|somebody|users?)\b/i, wants(["refusal", "right"])],
]; // prettier-ignore

function wants(sorts: readonly DecisiveLine["sort"][], measures: readonly string[] | null = null): Wanted {
  return { sorts: new Set(sorts), measures: measures && new Set(measures) };
}

const maxFiles = 24;
const maxRanked = 6;
const sureCoverage = 0.6;
const leastCoverage = 0.42;
const fewestSaid = 2;
const mostWords = 0.6;

/** By answer: what is told and what is only near is ranked once. */
const known = new WeakMap<AnswerContext, Map<string, Promise<RankedLine[]>>>();

/** The lines of code that decide what a question asks for, best first; empty where it asks for no such thing. */
export function rankDecisiveLines(context: AnswerContext, part: QuestionPart): Promise<RankedLine[]> {
  const ofAnswer = known.get(context) ?? new Map<string, Promise<RankedLine[]>>();
  known.set(context, ofAnswer);
  const key = JSON.stringify([part.text, part.terms.map(({ word }) => word)]);
  const found = ofAnswer.get(key) ?? rank(context, part);
  ofAnswer.set(key, found);
  return found;
}

async function rank(context: AnswerContext, part: QuestionPart): Promise<RankedLine[]> {
  const wanted = wantedBy.find(([asks]) => asks.test(part.text))?.[1];
  if (!wanted) return [];
  const lines: DecisiveLine[] = [];
  for (const file of await filesFor(context, part)) {
    const read = await readDecisiveLines(context, file);
    lines.push(
      ...read.filter((one) => wanted.sorts.has(one.sort) && fitsMeasure(one, wanted) && fitsChoice(one, wanted)),
    );
    await context.yieldToEventLoop();
  }
  const match = openWordMatch(part, lines.map(({ own, within, path }) => stemsIn(`${own} ${within} ${path}`))); // prettier-ignore
  if (match === null) return [];
  const judged = lines.map((one): RankedLine => {
    const own = [takeApart(one.own, 1), takeApart(one.within, 0.9)];
    const all = [...own, takeApart(one.path, 0.7), takeApart(one.around, 0.6)];
    const { coverage, saysRarest, said } = match.of(all);
    const ofItself = match.of(own).coverage;
    const isSaid = said >= Math.min(match.strong, Math.max(fewestSaid, Math.ceil(match.strong * mostWords)));
    const isSure = coverage >= sureCoverage && saysRarest && isSaid && ofItself > 0;
    return { ...one, coverage, isSure, score: coverage * 0.6 + ofItself * 0.4 };
  });
  return judged
    .filter(({ coverage }) => coverage >= leastCoverage)
    .toSorted((a, b) => Number(b.isSure) - Number(a.isSure) || b.score - a.score)
    .slice(0, maxRanked);
}

function fitsMeasure({ measures }: DecisiveLine, wanted: Wanted): boolean {
  return wanted.measures === null || measures === null || wanted.measures.has(measures);
}

/** Of what is taken a refusal tells only where it says what may be. */
function fitsChoice({ sort, told }: DecisiveLine, { sorts }: Wanted): boolean {
  return (
    sort !== "refusal" ||
    !sorts.has("choice") ||
    /\b(?:only|must|invalid|unsupported|supported|allowed|type|format|extension)\b/i.test(told)
  );
}

/** Code that the search finds by the words of the question and by other words for the same. */
async function filesFor(context: AnswerContext, part: QuestionPart): Promise<FileRef[]> {
  const strong = part.terms.filter(({ word, isPhrase = false }) => !isPhrase && !isWeakWord(word));
  const alike = strong.map(({ word, stem }) => [...new Set([stem, word, ...layWordsFor(stem, part.text).stems])]);
  const words = [...strong.map(({ word }) => word), ...alike.flatMap((some) => some.slice(2))];
  const query = [...new Set(words)].slice(0, maxWords).join(" ");
  const found = context.lookUp("search_code", query, () =>
    context.codebases.flatMap((codebase) =>
      codebase.index
        .search(query, { kinds: ["source"], limit: maxFiles })
        .map(({ path }): FileRef => ({ codebase, path })),
    ),
  );
  const passed = (await retrieve(context, part)).passages.slice(0, maxFiles);
  const titled = context.codebases.flatMap((codebase) => filesTitled(codebase, alike));
  const all = [...passed.filter(({ fileKind }) => fileKind === "source"), ...titled, ...found].filter(
    ({ path }) => !isBesideCode(path) && !isUnlikelyPlace(path, part.text),
  );
  return [...new Map(all.map(({ codebase, path }) => [`${codebase.repositoryId} ${path}`, { codebase, path }])).values()];
} // prettier-ignore

const maxWords = 24;
const maxTitled = 12;
const fewestTitled = 2;

/** Files whose names say most of the question, in its words or in others for the same. */
function filesTitled(codebase: Codebase, alike: readonly (readonly string[])[]): FileRef[] {
  const wanted = Math.min(fewestTitled, alike.length);
  return codebase.index
    .files()
    .filter(({ kind }) => kind === "source")
    .map(({ path }) => {
      const own = new Set(stemsOf(path.slice(path.lastIndexOf("/") + 1)));
      return { path, said: alike.filter((some) => some.some((one) => own.has(one))).length, length: own.size };
    })
    .filter(({ said }) => said >= wanted)
    .toSorted((a, b) => b.said - a.said || a.length - b.length)
    .slice(0, maxTitled)
    .map(({ path }) => ({ codebase, path }));
}
