import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";

import { isTestSymbol, type LocatedSymbol } from "./relations.ts";
import { isUnlikelyPlace } from "./search-first.ts";

const promising = new Set(["interface", "trait", "type"]);
const maxOfName = 48;
/** As many methods of a promise are looked for in what may keep it. */
const maxPromised = 24;

/** A type that only says what others do, with the names of its methods. */
interface PromiseOf {
  at: LocatedSymbol;
  names: readonly string[];
}

/** What does the work of a method that a type only promises, where one type alone keeps it; null for any other declaration. */
export function onlyImplementation(target: LocatedSymbol | null): LocatedSymbol | null {
  const at = target && promiseAround(target);
  if (target === null || at === null) return null;
  const members = target.codebase.index.facts(target.path)?.symbols.filter((one) => isAround(at.symbol, one)) ?? [];
  return keeperOf({ at, names: members.map(({ name }) => name) }, target.symbol.name);
}

/**
 * `a.DB.CreateMessage(…)` where `DB` is declared in that file as a promise that one type keeps: its method of that name. Null where
 * several types have one, and where nothing written there leads from the object to the promise: what is alike by name may be anything.
 */
export async function implementationOf(
  context: AnswerContext,
  from: LocatedSymbol,
  { receiver, name }: { receiver: string; name: string },
): Promise<LocatedSymbol | null> {
  if (!/^[A-Za-z_]\w*$/.test(receiver)) return null;
  const types = typesOf(receiver, codeLines(await context.lines(from)));
  const promises = [...types].flatMap((type) => promisesNamed(from, type));
  const [only, ...others] = promises;
  if (only === undefined || others.length > 0) return null;
  const names = promisedNames(codeLines(await context.lines(only)).slice(only.symbol.startLine, only.symbol.endLine));
  return names.includes(name) ? keeperOf({ at: only, names }, name, typeKeyOf(from)) : null;
}

/** The types that stand beside an object where it is declared: `DB MessageDatabase`, `mail: Mailer`, `Mailer $mail`. */
function typesOf(object: string, lines: readonly string[]): Set<string> {
  const before = new RegExp(String.raw`(?<![\w$])${object}\??(?:\s*:\s*|\s+)[*&?[\]]{0,4}(?:(?:Arc|Box|Rc)<)?(?:dyn )?(?:\w+(?:\.|::)){0,2}([A-Z]\w*)`, "g");
  const behind = new RegExp(String.raw`(?<!\w)([A-Z]\w*)[\s&*$]{1,4}${object}(?!\w)`, "g");
  const types = lines
    .filter((line) => line.includes(object))
    .flatMap((line) => [...line.matchAll(before), ...line.matchAll(behind)].map(([, type = ""]) => type));
  return new Set(types);
} // prettier-ignore

/** The promises of a name that a file can mean: of its own, of its folder, or of a file that it imports. */
function promisesNamed(from: LocatedSymbol, type: string): LocatedSymbol[] {
  const { index } = from.codebase;
  const facts = index.facts(from.path);
  const isImported = facts?.imports.some(({ names }) => names.includes(type)) ?? false;
  const imported = new Set(index.importsOf(from.path).map(({ path }) => path));
  const isNear = (path: string) =>
    imported.has(path) || (!isImported && (path === from.path || folderOf(path) === folderOf(from.path)));
  return index
    .findSymbols(type, { limit: maxOfName })
    .filter(({ path, symbol }) => symbol.name === type && promising.has(symbol.kind) && isNear(path))
    .map((one) => ({ codebase: from.codebase, ...one }));
}

/** The first name that is followed by a bracket, of each line of a promise. */
function promisedNames(lines: readonly string[]): string[] {
  return lines
    .filter((line) => !/^\s*(?:\/\/|\*|\/\*|#|@)/.test(line))
    .flatMap((line) => /(?<![\w.])([A-Za-z_]\w*)\??(?:<[\w, ]{0,40}>)?\(/.exec(line)?.[1] ?? []);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** The type around a method where it only says what others do; null for any other declaration. */
function promiseAround({ codebase, path, symbol }: LocatedSymbol): LocatedSymbol | null {
  if (symbol.kind !== "method" && symbol.kind !== "function") return null;
  const parent = codebase.index.facts(path)?.symbols.find((one) => isAround(one, symbol));
  return parent !== undefined && promising.has(parent.kind) ? { codebase, path, symbol: parent } : null;
}

function isAround(one: SymbolFact, { parent, startLine, endLine }: SymbolFact): boolean {
  return one.name === parent && one.startLine <= startLine && one.endLine >= endLine;
}

/** The methods of a name that do something, apart from what promises it; null where there may be more than are looked at. */
function doersOf({ codebase, path }: LocatedSymbol, name: string): LocatedSymbol[] | null {
  const language = codebase.index.facts(path)?.language;
  const named = codebase.index.findSymbols(name, { limit: maxOfName }).map((one) => ({ codebase, ...one }));
  if (named.length === maxOfName && named.every(({ symbol }) => symbol.name === name)) return null;
  return named.filter((one) => {
    const facts = codebase.index.facts(one.path);
    return (
      one.symbol.name === name &&
      one.symbol.kind === "method" &&
      one.symbol.parent !== null &&
      facts?.kind === "source" &&
      facts.language === language &&
      !/\babstract\b/.test(one.symbol.signature) &&
      !isTestSymbol(one.symbol) &&
      !isUnlikelyPlace(one.path, "") &&
      promiseAround(one) === null
    );
  });
}

/**
 * The method of a name of the one type that keeps a promise, where it has lines of its own; null where several types have such a
 * method. The type that `caller` is the key of has the promise kept by another, also where its own method is called alike.
 */
function keeperOf(promise: PromiseOf, name: string, caller?: string): LocatedSymbol | null {
  const found = (doersOf(promise.at, name) ?? []).filter((one) => typeKeyOf(one) !== caller);
  const types = new Set(found.map(typeKeyOf));
  const [first] = found;
  if (first === undefined || types.size > 1 || !keeps(promise, first)) return null;
  return found.find(({ symbol }) => symbol.startLine < symbol.endLine) ?? null;
}

function typeKeyOf({ path, symbol }: LocatedSymbol): string {
  return `${folderOf(path)} ${symbol.parent}`;
}

/** Whether the type of a method says that it keeps a promise, or has all that is promised. */
function keeps({ at, names }: PromiseOf, method: LocatedSymbol): boolean {
  const own = method.codebase.index.facts(method.path)?.symbols.find((one) => isAround(one, method.symbol));
  if (own && new RegExp(String.raw`(?<!\w)${at.symbol.name}(?!\w)`).test(own.signature)) return true;
  return (
    names.length <= maxPromised &&
    names.every((name) => doersOf(at, name)?.some((one) => typeKeyOf(one) === typeKeyOf(method)) ?? false)
  );
}

/**
 * First match wins: what is made to be put in line, then what puts itself there. Only a queue puts in line what is pushed: an array keeps
 * it.
 */
const queued = [
  /(?<![\w.>:])(?:\$?this(?:->|\.))?(?:dispatch\w*|enqueue\w*)\(\s*new\s+\\?(?:\w+\\)*([A-Z]\w+)/,
  /\b\w*(?:[qQ]ueue|[bB]us|[dD]ispatcher|[sS]cheduler)(?:\(\))?(?:->|::|\.)(?:dispatch\w*|push|later|enqueue\w*|schedule)\(\s*new\s+\\?(?:\w+\\)*([A-Z]\w+)/,
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
