import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { stemsOf } from "#server/engine/intent/words.ts";

import { isTestSymbol, type LocatedSymbol } from "./relations.ts";
import { isUnlikelyPlace } from "./search-first.ts";

const promising = new Set(["interface", "trait", "type"]);
const maxOfName = 48;

/** What does the work of a method that a type only promises, where one type alone does it; null for any other declaration. */
export function onlyImplementation(target: LocatedSymbol | null): LocatedSymbol | null {
  if (target === null || !isPromise(target)) return null;
  const [only, ...others] = doersOf(target, target.symbol.name);
  return only !== undefined && others.length === 0 ? only : null;
}

/**
 * `a.DB.CreateMessage(…)` where `DB` is a promise that one type keeps: its method of that name. Null where several types have one, or
 * where nothing promises it and the name says too little.
 */
export async function implementationOf(
  context: AnswerContext,
  from: LocatedSymbol,
  { receiver, name }: { receiver: string; name: string },
): Promise<LocatedSymbol | null> {
  if (!/^[A-Za-z_]/.test(receiver) || !isTelling(name)) return null;
  const [only, ...others] = doersOf(from, name).filter(({ symbol }) => symbol !== from.symbol);
  if (only === undefined || others.length > 0) return null;
  return stemsOf(name).length > 1 || (await isPromised(context, from, name)) ? only : null;
}

/** Whether a type of the same file only promises a method of that name. */
async function isPromised(context: AnswerContext, from: LocatedSymbol, name: string): Promise<boolean> {
  const lines = await context.lines(from);
  const types = context.facts(from)?.symbols.filter(({ kind }) => promising.has(kind)) ?? [];
  const method = new RegExp(String.raw`(?<![\w.])${name}\s*\(`);
  return types.some(({ startLine, endLine }) => lines.slice(startLine, endLine).some((line) => method.test(line)));
}

/** A name of one short word is that of many things. */
function isTelling(name: string): boolean {
  return stemsOf(name).length > 1 || name.length > 5;
}

/** A method of a type that only says what others do: in such a type, or without a body. */
function isPromise({ codebase, path, symbol }: LocatedSymbol): boolean {
  if (symbol.kind !== "method" && symbol.kind !== "function") return false;
  const parent = codebase.index.facts(path)?.symbols.find((one) => isAround(one, symbol));
  return parent !== undefined && promising.has(parent.kind);
}

function isAround(one: SymbolFact, { parent, startLine, endLine }: SymbolFact): boolean {
  return one.name === parent && one.startLine <= startLine && one.endLine >= endLine;
}

function allOf({ codebase, path }: LocatedSymbol, name: string): LocatedSymbol[] {
  const language = codebase.index.facts(path)?.language;
  return codebase.index
    .findSymbols(name, { limit: maxOfName })
    .filter(({ path: at, symbol }) => {
      const facts = codebase.index.facts(at);
      return (
        symbol.name === name &&
        symbol.parent !== null &&
        facts?.kind === "source" &&
        facts.language === language &&
        !isTestSymbol(symbol) &&
        !isUnlikelyPlace(at, "")
      );
    })
    .map((one) => ({ codebase, ...one }));
}

/** The methods of a name that do something, apart from what promises it and what asks for itself. */
function doersOf(from: LocatedSymbol, name: string): LocatedSymbol[] {
  return allOf(from, name).filter(
    (one) => !isPromise(one) && one.symbol.kind === "method" && one.symbol.startLine < one.symbol.endLine,
  );
}

/** First match wins: what is made to be put in line, then what puts itself there. */
const queued = [
  /\b(?:dispatch\w*|push|later|enqueue\w*|schedule)\(\s*new\s+\\?(?:\w+\\)*([A-Z]\w+)/,
  /\b([A-Z]\w+)(?:::dispatch\w*|\.perform_(?:later|async|in|at)|\.(?:apply_async|delay))\(|\b([a-z]\w+)\.(?:apply_async|delay)\(/,
];
const worked = /^(?:handle|perform|__invoke|execute|run|process|call|consume)$/i;

/** The work that a line puts in line to be done later: the method that does it; null where it puts none of the repository. */
export function queuedWork({ codebase }: LocatedSymbol, text: string): LocatedSymbol | null {
  const found = queued.map((pattern) => pattern.exec(text)).find((one) => one !== null);
  const name = found?.slice(1).find((one) => one !== undefined);
  if (name === undefined) return null;
  const declared = codebase.index
    .findSymbols(name, { limit: 4 })
    .filter(({ path, symbol }) => symbol.name === name && codebase.index.facts(path)?.kind === "source");
  const [only, ...others] = declared;
  if (only === undefined || others.some(({ path }) => path !== only.path)) return null;
  const members = codebase.index.facts(only.path)?.symbols.filter(({ parent }) => parent === name) ?? [];
  const does = members.find((one) => worked.test(one.name));
  if (does) return { codebase, path: only.path, symbol: does };
  return only.symbol.kind === "function" ? { codebase, ...only } : null;
}
