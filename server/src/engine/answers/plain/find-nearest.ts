import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { tellDecisiveLines } from "#server/engine/decisive-lines/tell-decisive-lines.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { gatherEndpoints } from "#server/engine/retrieval/find-guards.ts";
import { gatherSettings } from "#server/engine/retrieval/find-settings.ts";
import type { FileFact } from "#server/engine/retrieval/gather-facts.ts";
import { linesOf, type StatementBlock } from "#server/engine/statements/statements.ts";
import { findTestTitles } from "#server/engine/statements/test-titles.ts";
import { capitalized, humanName } from "#server/engine/text/quoting.ts";

import { settingText } from "./find-product-evidence.ts";
import { labelStatement, readTexts } from "./find-screen-texts.ts";
import { leastNear, nearness, type NearText } from "./nearness.ts";
import type { QuestionWeights } from "./question-weights.ts";
import { searchFiles } from "./search-files.ts";
import { isPlain, spokenName } from "./simplify-text.ts";
import { nearDocuments } from "./tell-documents.ts";

const maxNear = 4;
const maxOfKind = 2;

/**
 * What comes nearest to a question of somebody who reads no code, where nothing says it in its own words: sentences of documents, texts of
 * the interface, settings, operations and titles of tests, with other words for the same. Empty where nothing comes near.
 */
export async function findNearest(
  context: AnswerContext,
  part: QuestionPart,
  weights: QuestionWeights,
): Promise<StatementBlock[]> {
  if (weights.terms.length === 0) return [];
  const kinds = [
    await nearDocuments(context, part),
    await nearLabels(context, weights),
    await nearSettings(context, part, weights),
    await nearTitles(context, weights),
    (await tellDecisiveLines(context, part)).map(({ worth, statement }) => ({
      worth,
      statement: { ...statement, text: `- In the code: ${statement.text}` },
    })),
  ];
  const isList = asksForList.test(part.text);
  const limit = isList ? 2 * maxNear : maxNear;
  const best = kinds
    .flatMap((some) => byWorth(some).slice(0, isList ? maxNear : maxOfKind))
    .filter((one, at, all) => all.findIndex((other) => other.statement.text === one.statement.text) === at);
  const told = byWorth(best).slice(0, limit);
  if (told.length === 0) return [];
  const lead = { text: "Nothing was found that says this in so many words. What comes nearest:", evidence: [] };
  return [{ heading: null, statements: [lead, ...told.map(({ statement }) => statement)], isUnsure: true }];
}

/** Several things are wanted. */
const asksForList = /^(?:and )?(?:in )?(?:which|what) \w+s\b/i;

function byWorth(some: readonly NearText[]): NearText[] {
  return some.toSorted((a, b) => b.worth - a.worth);
}

async function nearLabels(context: AnswerContext, weights: QuestionWeights): Promise<NearText[]> {
  const found: NearText[] = [];
  for (const one of await readTexts(context, weights)) {
    const worth = nearness(weights, `${one.text} ${one.further ?? ""}`, humanName(one.key));
    if (worth !== null) found.push({ worth, statement: labelStatement(one) });
  }
  return found;
}

async function nearSettings(context: AnswerContext, part: QuestionPart, weights: QuestionWeights): Promise<NearText[]> {
  return (await gatherSettings(context, part.text)).flatMap((one) => {
    const name = spokenName(one.fact.name);
    const worth = nearness(weights, `${name} ${one.fact.said}`, "");
    if (worth === null) return [];
    const bare = capitalized(name.replace(/^--?/, "").trim());
    const statement = settingText(one) ?? {
      text: `- “${bare}” (${one.fact.name}) can be set. ${citationPlaceholder}`,
      evidence: [linesOf(one, one.fact.line)],
    };
    return [{ worth, statement }];
  });
}

/** Of languages whose tests are named by a function's name, and not by a sentence. */
const namedByFunction = /\.(?:go|java|kt|cs|rs|php)$/;

async function nearTitles(context: AnswerContext, weights: QuestionWeights): Promise<NearText[]> {
  const files = searchFiles(context, weights.terms, ["test"]).filter(({ path }) => !namedByFunction.test(path));
  const titles = await findTestTitles(context, { files, terms: weights.terms, limit: maxOfKind * 4 });
  return titles.flatMap((one) => {
    const worth = isPlain(one.title) ? nearness(weights, one.title, "") : null;
    if (worth === null) return [];
    const text = `- It is checked automatically: “${capitalized(one.title)}” ${citationPlaceholder}`;
    return [{ worth: worth * titleWorth, statement: { text, evidence: [linesOf(one, one.line)] } }];
  });
}

/** Titles of tests are in the words of those who wrote them. */
const titleWorth = 0.85;

const asksIfPossible =
  /^(?:and )?(?:can|could|may|is it possible|is there (?:a|any) way|does it|do you|how (?:do|can|could|would) (?:i|we|one|people|users?|somebody))\b/i;
const asksToDo =
  /^(?:and )?(?:can|could|may|how (?:do|can|could)) (?:i|we|you|one|people|users?|somebody|everybody|an? \w+)\s+(\w+)/i;
const leastOfOperation = 0.75;
const maxOperations = 2;

/** Operations of the product that are called after what a question asks to do; empty where it asks for no such thing. */
export async function findOperations(
  context: AnswerContext,
  { text }: QuestionPart,
  weights: QuestionWeights,
): Promise<Statement[]> {
  if (!asksIfPossible.test(text) || weights.terms.length < 2) return [];
  const all = (await Promise.all(context.codebases.map((codebase) => gatherEndpoints(context, codebase))))
    .flat()
    .filter(({ fact }) => fact.handler !== null);
  const verb = weights.terms.find(({ word }) => word === asksToDo.exec(text)?.[1]?.toLowerCase());
  const found = all.flatMap((one) => {
    const name = nameOf(one);
    if (verb !== undefined && !weights.saysTerm(verb, name)) return [];
    const share = weights.shareIn(`${name} ${pathWords(one)}`);
    return share < leastOfOperation || weights.shareIn(name) < leastNear
      ? []
      : [{ one, name, share: share - name.length / 500 }];
  });
  const most = Math.max(0, ...found.map(({ share }) => share));
  const once = new Map(
    found
      .filter(({ share }) => share >= most - 0.1)
      .toSorted((a, b) => a.share - b.share)
      .map((one) => [one.name, one]),
  );
  return [...once.values()]
    .toReversed()
    .slice(0, maxOperations)
    .map(({ one, name }) => ({
      text: `The product has an operation for it: “${capitalized(name)}”. ${citationPlaceholder}`,
      evidence: [linesOf(one, one.fact.startLine, one.fact.endLine)],
    }));
}

function nameOf({ fact }: FileFact<{ handler: string | null }>): string {
  return humanName(fact.handler?.split(/[.#]|::/).at(-1) ?? "");
}

function pathWords({ fact }: FileFact<{ path: string }>): string {
  return fact.path.replaceAll(/\{[^}]*\}|:\w+/g, " ").replaceAll(/[^A-Za-z]+/g, " ");
}
