import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { layWordsFor } from "#server/engine/intent/lay-words.ts";
import { isStopWord, splitWords, stem, stemsOf, synonymStems } from "#server/engine/intent/words.ts";

import { gatherEndpoints } from "./find-guards.ts";
import type { LocatedSymbol } from "./relations.ts";

/** What somebody does, as the names and methods of the calls that do it; the first that a question says. */
const deeds: readonly (readonly [RegExp, RegExp, RegExp])[] = [
  [/^upload/, /upload|stor|creat|add/, /POST|PUT/],
  [/^(?:import|past)/, /import|scrap|creat|url|parse|bulk/, /POST|PUT/],
  [/^(?:delet|remov|eras|throw|destroy)/, /delet|remov|destroy|trash/, /DELETE|POST/],
  [/^(?:edit|chang|updat|renam|modif)/, /updat|edit|chang|patch|renam/, /PUT|PATCH|POST/],
  [/^(?:invit)/, /invit/, /POST/],
  [/^(?:register|sign|join|creat\w* an? account)/, /regist|sign ?up|join|creat|accept/, /POST/],
  [/^(?:log)/, /log ?in|sign ?in|session|auth|me/, /POST/],
  [/^(?:shar|publish)/, /shar|publish|creat/, /POST|PUT|PATCH/],
  [/^(?:play|stream|download|open)/, /play|stream|download|show|get/, /GET/],
  [/^(?:search|quer)/, /search|quer|find/, /GET|POST/],
  [/^(?:post|send|submit|push|publish|creat|add|sav|mak|writ|order|book|upload|start)/, /creat|post|add|stor|sav|send|submit|push|publish|new|insert/, /POST|PUT/],
]; // prettier-ignore
const asksFlow =
  /\bstep by step\b|\bwhat happens\b.*\b(?:when|after|once|if|from|between)\b|\b(?:path|journey|flow|way) of\b|\bfrom\b.*\b(?:until|till|to the (?:point|moment)|all the way)\b|\bhow (?:does|do|is|are)\b.*\b(?:get|gets|travel|reach\w*|go|goes|end up)\b.*\b(?:from|to|into)\b/i;
const leastNouns = 0.5;
/** Behind one of these stands what something is done to: "an order of a customer is deleted". */
const beforeNoun = /^(?:an?|the|of|this|that|each|every|my|your|our|their|his|her)$/;

/** Whether what is asked is a way from what starts it to what it does in the end. */
export function asksForFlow({ text }: QuestionPart): boolean {
  return asksFlow.test(text);
}

/**
 * The declaration that answers the call with which something begins that a question tells, such as "after someone uploads a track". Null
 * where no call is named after it, or several are.
 */
export async function findTrigger(context: AnswerContext, part: QuestionPart): Promise<LocatedSymbol | null> {
  const words = splitWords(part.text.replaceAll(/\b(?:step by step|what happens)\b/gi, " "));
  const at = words.findIndex(
    (word, index) => !beforeNoun.test(words[index - 1] ?? "") && deeds.some(([said]) => said.test(word)),
  );
  const [, names, methods] = deeds.find(([said]) => said.test(words[at] ?? "")) ?? [];
  if (!names || !methods) return null;
  const nouns = words
    .slice(at + 1, at + 1 + maxBehind)
    .filter((word) => !isStopWord(word) && !/^\d+$/.test(word))
    .slice(0, maxNouns);
  if (nouns.length === 0) return null;
  const others = splitWords(part.text).map(stem);
  const found: { target: LocatedSymbol; worth: number }[] = [];
  for (const codebase of context.codebases)
    for (const { path, fact } of await gatherEndpoints(context, codebase)) {
      if (fact.handler === null || !methods.test(fact.method)) continue;
      const said = new Set(stemsOf(`${fact.handler} ${fact.path.replaceAll(/\{[^}]*\}|:\w+/g, " ")}`));
      const nounShare = nouns.filter((noun) => saysNoun(said, noun, part.text)).length / nouns.length;
      const isNamed = [...said].some((one) => one.search(names) === 0);
      if (nounShare < leastNouns || (!isNamed && !methods.test("POST"))) continue;
      const target = declarationOf(context, { codebase, path, handler: fact.handler });
      if (target === null) continue;
      const besides = [...said].filter((one) => !others.includes(one)).length;
      const worth = nounShare * 2 + (isNamed ? 1 : 0) + (fact.method.startsWith("P") ? 0.2 : 0) - besides * 0.08;
      found.push({ target, worth });
    }
  const [best] = found.toSorted((a, b) => b.worth - a.worth);
  return best !== undefined && best.worth >= leastWorth ? best.target : null;
}

const maxBehind = 7;
const maxNouns = 2;
const leastWorth = 1.6;

function saysNoun(said: ReadonlySet<string>, noun: string, text: string): boolean {
  const root = stem(noun);
  const alike = [root, ...synonymStems(root), ...layWordsFor(root, text).stems];
  return alike.some((one) => said.has(one));
}

const doing = new Set(["function", "method", "class", "constant"]);
const invoked = /^(?:__invoke|invoke|handle|execute|call|post|store|create)$/i;

function declarationOf(
  { codebases }: AnswerContext,
  { codebase, path, handler }: { codebase: AnswerContext["codebases"][number]; path: string; handler: string },
): LocatedSymbol | null {
  const parts = handler.split(/[.#@]|::/).filter((one) => one !== "" && one !== "class");
  const [name = "", holder] = parts.toReversed();
  const found = codebases
    .filter((one) => one === codebase)
    .flatMap(({ index }) => index.findSymbols(name, { limit: 24 }))
    .filter(
      ({ path: at, symbol }) =>
        symbol.name === name && doing.has(symbol.kind) && codebase.index.facts(at)?.kind === "source",
    );
  const held = stemsOf(holder ?? "");
  const near = (one: { path: string; symbol: { parent: string | null } }) =>
    stemsOf(one.symbol.parent ?? "").filter((root) => held.includes(root)).length + (one.path === path ? 1 : 0);
  const [best] = found.toSorted((a, b) => near(b) - near(a));
  if (!best) return null;
  if (best.symbol.kind !== "class") return { codebase, ...best };
  const own = codebase.index.facts(best.path)?.symbols.filter(({ parent }) => parent === name) ?? [];
  const does = own.find((one) => invoked.test(one.name));
  return does ? { codebase, path: best.path, symbol: does } : null;
}
