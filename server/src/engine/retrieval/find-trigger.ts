import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { layWordsFor } from "#server/engine/intent/lay-words.ts";
import { isStopWord, splitWords, stem, stemsOf, synonymStems } from "#server/engine/intent/words.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";

import { gatherEndpoints } from "./find-guards.ts";
import type { LocatedSymbol } from "./relations.ts";

/** What somebody does, as names and methods of the calls that do it, the most likely first; of these lines the first that a question says. */
const deeds: readonly (readonly [RegExp, RegExp, readonly string[]])[] = [
  [/^upload/, /^(?:upload|stor|creat|add)/, ["POST", "PUT"]],
  [/^(?:import|past)/, /^(?:import|scrap|creat|url|pars|bulk)/, ["POST", "PUT"]],
  [/^(?:delet|remov|eras|throw|destroy)/, /^(?:delet|remov|destroy|trash)/, ["DELETE", "POST"]],
  [/^(?:edit|chang|updat|renam|modif)/, /^(?:updat|edit|chang|patch|renam)/, ["PUT", "PATCH", "POST"]],
  [/^(?:invit)/, /^invit/, ["POST"]],
  [/^(?:register|sign|join|creat\w* an? account)/, /^(?:regist|sign ?up|join|creat|accept)/, ["POST"]],
  [/^(?:log)/, /^(?:log ?in|sign ?in|session|auth|me$)/, ["POST"]],
  [/^(?:shar|publish)/, /^(?:shar|publish|creat)/, ["POST", "PUT", "PATCH"]],
  [/^(?:play|stream|download|open)/, /^(?:play|stream|download|show|get)/, ["GET"]],
  [/^(?:search|quer)/, /^(?:search|quer|find)/, ["GET", "POST"]],
  [/^(?:post|send|submit|push|publish|creat|add|sav|mak|writ|order|book|start)/, /^(?:creat|post|add|stor|sav|send|submit|push|publish|new|insert)/, ["POST", "PUT"]],
]; // prettier-ignore
const asksFlow =
  /\bstep by step\b|\bwhat happens\b.*\b(?:when|after|once|if|from|between)\b|\b(?:path|journey|flow|way) of\b|\bfrom\b.*\b(?:until|till|to the (?:point|moment)|all the way)\b|\bhow (?:does|do|is|are)\b.*\b(?:get|gets|travel|reach\w*|go|goes|end up)\b.*\b(?:from|to|into)\b/i;
const leastNouns = 0.5;
/** Behind one of these stands what something is done to: "an order of a customer is deleted". */
const beforeNoun = /^(?:an?|the|of|this|that|each|every|my|your|our|their|his|her)$/;
/** With one of these something else begins. */
const behindNoun = /^(?:until|till|before|then|if|so|because|unless|while|when|once)$/;

/** Whether what is asked is a way from what starts it to what it does in the end. */
export function asksForFlow({ text }: QuestionPart): boolean {
  return asksFlow.test(text);
}

/** What begins a way, with what starts it. */
export interface WayStart {
  target: LocatedSymbol;
  /** As the end of a sentence: "answers `POST /boats`". */
  starts: string;
  /** Where that is declared. */
  path: string;
  line: number;
  /** Of a call from outside; null for what people or the clock start. */
  method: string | null;
}

/**
 * The declaration that answers the call with which something begins that a question tells, such as "after someone uploads a track". Null
 * where no call is named after it: what is done to the thing, and the thing itself; a name that does something else to it is none.
 */
export async function findTrigger(context: AnswerContext, part: QuestionPart): Promise<WayStart | null> {
  const fetcher = findFetcher(context, part);
  if (fetcher !== null) return fetcher;
  const words = splitWords(part.text.replaceAll(/\b(?:step by step|what happens)\b/gi, " "));
  const at = words.findIndex(
    (word, index) => !beforeNoun.test(words[index - 1] ?? "") && deeds.some(([said]) => said.test(word)),
  );
  const [, names, methods] = deeds.find(([said]) => said.test(words[at] ?? "")) ?? [];
  if (!names || !methods) return null;
  const deed = stem(words[at] ?? "");
  const rest = words.slice(at + 1, at + 1 + maxBehind);
  const ends = rest.findIndex((word) => behindNoun.test(word));
  const behind = rest.slice(0, ends < 1 ? maxBehind : ends).filter((word) => !isStopWord(word) && !/^\d+$/.test(word));
  const nouns = behind.slice(0, maxNouns).map((noun) => ({ root: stem(noun), alike: alikeOf(noun, part.text) }));
  if (nouns.length === 0) return null;
  const asked = new Set([...splitWords(part.text).map(stem), ...nouns.flatMap(({ alike }) => [...alike])]);
  const found: (WayStart & { worth: number })[] = [];
  for (const codebase of context.codebases)
    for (const { path, fact } of await gatherEndpoints(context, codebase)) {
      const liked = methods.indexOf(fact.method);
      if (fact.handler === null || liked < 0) continue;
      const said = stemsOf(`${fact.handler} ${fact.path.replaceAll(/\{[^}]*\}|:\w+|\[[^\]]*\]/g, " ")}`);
      const nounShare = nouns.reduce((sum, noun) => sum + saidWorth(said, noun), 0) / nouns.length;
      const isNamed = said.some((one) => names.test(one));
      const besides = new Set(said.filter((one) => !asked.has(one) && !names.test(one) && !saysNothing.has(one))).size;
      if (nounShare < leastNouns || (!isNamed && besides > 0)) continue;
      const target = declarationOf(context, { codebase, path, handler: fact.handler });
      if (target === null) continue;
      const worth =
        nounShare * 2 + (isNamed ? 1 : 0) + (said.includes(deed) ? sameWord : 0) - liked * otherMethod - besides * 0.08;
      const starts = `answers ${codeSpan(`${fact.method} ${fact.path}`)}`;
      found.push({ target, starts, path, line: fact.startLine, method: fact.method, worth });
    }
  const [best] = found.toSorted((a, b) => b.worth - a.worth);
  return best !== undefined && best.worth >= leastWorth ? best : null;
}

/** Files that somebody lays where they are fetched from. */
const laysDown = /\b(?:drop|put|plac|lay|scan|copi|arriv|land)\w*\b.*\b(?:folder|directory|inbox|dropbox|bucket)\b/i;
const fetches = /^(?:consum|watch|inotif|ingest|inbox|import|scan|poll)/;

/** The command or consumer that fetches what is laid into a folder; null for any other question, and where none is known. */
function findFetcher(context: AnswerContext, { text }: QuestionPart): WayStart | null {
  if (!laysDown.test(text)) return null;
  const found: WayStart[] = [];
  for (const codebase of context.codebases)
    for (const { kind, name, handler, handlerPath, path, startLine } of codebase.index.triggers()) {
      if (handler === null || (kind !== "command" && kind !== "consumer")) continue;
      if (!stemsOf(name).some((one) => fetches.test(one))) continue;
      const target = declarationOf(context, { codebase, path: handlerPath ?? path, handler });
      const starts = kind === "command" ? `is the command ${codeSpan(name)}` : `takes ${codeSpan(name)}`;
      if (target) found.push({ target, starts, path, line: startLine, method: null });
    }
  const rank = ({ starts }: WayStart) => fetchOrder.findIndex((one) => starts.includes(one)) % fetchOrder.length;
  const [best] = found.toSorted((a, b) => rank(a) - rank(b));
  return best ?? null;
}

/** What is told first of several: what takes files in before what reads them over from elsewhere. */
const fetchOrder = ["consum", "watch", "inotif", "inbox", "ingest", "poll", "scan", "import"];

/** The word itself counts more than one of the same meaning: a client is a user of a sort. */
function saidWorth(said: readonly string[], { root, alike }: { root: string; alike: ReadonlySet<string> }): number {
  if (said.includes(root)) return 1;
  return said.some((one) => alike.has(one)) ? alikeWorth : 0;
}

const alikeWorth = 0.9;

/** A noun with the words of the same meaning. */
function alikeOf(noun: string, text: string): ReadonlySet<string> {
  const root = stem(noun);
  return new Set([root, ...synonymStems(root), ...layWordsFor(root, text).stems]);
}

/** What a way may say beside what it is about. */
const saysNothing = new Set(stemsOf("api apis rest v1 v2 v3 handler controller invoke route index action public do"));
const otherMethod = 0.3;
/** Called by the very word of the question. */
const sameWord = 0.5;
const maxBehind = 7;
const maxNouns = 2;
const leastWorth = 1.6;

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
