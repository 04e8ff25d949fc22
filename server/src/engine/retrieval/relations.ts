import { isSameFamily } from "#server/code-index/analysis/graph/surroundings.ts";
import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";

import { declarationsOf, onlyDeclaration } from "./declarations-named.ts";
import { writtenType } from "./receiver-type.ts";
import { isBesideCode } from "./side-folder.ts";

/** A declaration and its position. */
export interface LocatedSymbol extends FileRef {
  symbol: SymbolFact;
}

/** A line outside the declaration that names it. */
export interface Use extends FileRef {
  line: number;
  text: string;
  /** Innermost declaration around the line; null at the top of a file. */
  within: SymbolFact | null;
  isTest: boolean;
  /** Whether the line calls it; where nothing followed the name, what it looks like. */
  isCall: boolean;
}

const maxFilesForUses = 200;
/** Names of a body that are looked for in the whole repository. */
const maxNamesAsked = 20;
const notReferences = new Set([
  "constructor",
  "default",
  "index",
  "main",
  "get",
  "set",
  "name",
  "type",
  "value",
  "id",
  "key",
]);

/** Declarations of this repository that the lines of a declaration call, then those they only name. */
export async function findReferences(
  context: AnswerContext,
  from: LocatedSymbol,
  limit: number,
): Promise<LocatedSymbol[]> {
  const lines = await context.lines(from);
  const { startLine, endLine, doc } = from.symbol;
  const isDoc = (line: number) => doc !== null && doc.startLine <= line && line <= doc.endLine;
  const body = lines
    .slice(startLine - 1, endLine)
    .map((text, at) => (isDoc(startLine + at) ? "" : withoutCommentAndText(text)));
  const known = reachableSymbols(context, from);
  const called: LocatedSymbol[] = [];
  const named: LocatedSymbol[] = [];
  const seen = new Set([from.symbol.name, from.symbol.parent]);
  const own = ownObject(from.symbol);
  const requested = new Set<string>();
  for (const [, receiver, name = "", call] of body.join("\n").matchAll(namesAndCalls)) {
    if (seen.has(name) || notReferences.has(name) || name.length < 3) continue;
    const isOwn = receiver !== undefined && own.has(receiver);
    const isOfOther = receiver !== undefined && !isOwn;
    if (isOfOther && builtInMembers.has(name) && !known.has(name)) continue;
    const isNamed = !known.has(name) && call !== undefined && requested.size < maxNamesAsked;
    if (isNamed) requested.add(name);
    const target = known.get(name) ?? (isNamed ? onlyDeclaration(from, name) : undefined);
    if (isNamed) await context.yieldToEventLoop();
    if (
      !target ||
      isTestSymbol(target.symbol) ||
      (target.path !== from.path && receiver === undefined && !known.has(name) && !hasOpenScope(context, from))
    )
      continue;
    const isMember = target.symbol.kind === "method" || target.symbol.parent !== null;
    // `discord.scope()` may be a module's, `this.scope()` and `Model.scope()` are no declaration of another file.
    if (
      !isMember &&
      receiver !== undefined &&
      !known.has(name) &&
      !target.path.toLowerCase().includes(receiver.toLowerCase())
    )
      continue;
    if (isMember && (receiver === undefined || (isOfOther && builtInMembers.has(name)))) continue;
    if (isMember && isOfOther && !(isOnlyName(from, name) && mayBeOurs(from, receiver, [...body, ...lines]))) continue;
    seen.add(name);
    (call === undefined ? named : called).push(target);
  }
  return [...called, ...named.filter(saysSomething)].slice(0, limit);
}

/** A name with the object before the dot, and the bracket that makes it a call. */
const namesAndCalls =
  /(?<![\w$])(?:([A-Za-z_$][\w$]*|\))\s*(?:\??\.|::|->)\s*#?)?([A-Za-z_$][\w$]*)(\s*(?:<[^<>()]*>)?\()?/g;

/** How a declaration names the object it belongs to; Go lets every method choose. */
function ownObject({ signature, parent }: SymbolFact): Set<string> {
  const receiver = /^func \(\s*(\w+)/.exec(signature)?.[1];
  return new Set(["this", "self", "Self", "cls", ...(receiver ? [receiver] : []), ...(parent ? [parent] : [])]);
}

/** Languages in which a name of another file can be used without an import. */
function hasOpenScope(context: AnswerContext, from: FileRef): boolean {
  const language = context.facts(from)?.language ?? "";
  return ["go", "java", "kotlin", "csharp", "ruby", "swift", "c", "cpp", "scala", "php"].includes(language);
}

/** Whether a member's name can mean this repository's declaration alone. */
function isOnlyName(from: FileRef, name: string): boolean {
  return !builtInMembers.has(name) && onlyDeclaration(from, name) !== undefined;
}

/** Not where its written type is nothing of this repository: `Principal principal` is the framework's, and so is its name. */
function mayBeOurs({ codebase }: FileRef, receiver: string, lines: readonly string[]): boolean {
  const type = writtenType(receiver, lines);
  return type === null || declarationsOf(codebase.index, type).length > 0;
}

/** A bare type without a comment says nothing to a reader. */
export function saysSomething({ symbol }: LocatedSymbol): boolean {
  const isType = symbol.kind === "type" || symbol.kind === "interface";
  return symbol.doc !== null || !isType;
}

/** The declarations in scope: those of its file, and those that the file imports from this repository. */
function reachableSymbols(context: AnswerContext, from: LocatedSymbol): Map<string, LocatedSymbol> {
  const facts = context.facts(from);
  const known = new Map<string, LocatedSymbol>();
  if (!facts) return known;
  const isInside = (symbol: SymbolFact) =>
    symbol.startLine >= from.symbol.startLine && symbol.endLine <= from.symbol.endLine;
  for (const edge of from.codebase.index.importsOf(from.path)) {
    const names = facts.imports.filter(({ line }) => line === edge.line).flatMap((one) => one.names);
    const location = { codebase: from.codebase, path: edge.path };
    for (const symbol of context.facts(location)?.symbols ?? []) {
      if (names.includes(symbol.name) && !known.has(symbol.name)) known.set(symbol.name, { ...location, symbol });
    }
  }
  for (const symbol of facts.symbols) {
    if (!isInside(symbol)) known.set(symbol.name, { codebase: from.codebase, path: from.path, symbol });
  }
  return known;
}

/** The lines that name a declaration, outside its own lines, comments and import statements. */
export interface Uses {
  /** In code: calls before mentions, the declaration's surroundings before benchmarks and examples. */
  inCode: Use[];
  inTests: Use[];
}

export async function findUses(context: AnswerContext, target: LocatedSymbol): Promise<Uses> {
  const { codebase, symbol } = target;
  const language = context.facts(target)?.language ?? null;
  const paths = await context.lookUp("find_uses", symbol.name, () => pathsThatMayUse(codebase, target));
  const locations = paths
    .map((path) => ({ codebase, path }))
    .filter((location) => isSameFamily(context.facts(location)?.language ?? null, language));
  // Requested together, the files are read together.
  const uses = (await Promise.all(locations.map((location) => usesIn(context, location, target)))).flat();
  return chooseUses(uses, symbol);
}

async function usesIn(context: AnswerContext, location: FileRef, target: LocatedSymbol): Promise<Use[]> {
  const { symbol } = target;
  const lines = await context.lines(location);
  const facts = context.facts(location);
  if (!facts) return [];
  const word = new RegExp(`(?<![\\w$])${escape(symbol.name)}(?![\\w$])`);
  const imports = new Set(facts.imports.map(({ line }) => line));
  const comments = [facts.header, ...facts.symbols.map(({ doc }) => doc)].filter((one) => one !== null);
  const isQuiet = (line: number) => comments.some((one) => one.startLine <= line && line <= one.endLine);
  const isOwn = (line: number) =>
    location.path === target.path && line >= (symbol.doc?.startLine ?? symbol.startLine) && line <= symbol.endLine;
  const isCalled = new RegExp(`(?<![\\w$])${escape(symbol.name)}\\s*(?:<[^()]*>)?[(!]`);
  const isSure = isBuiltInMember(symbol) ? onOwnObject(symbol) : null;
  return lines.flatMap((text, at): Use[] => {
    const line = at + 1;
    if (!word.test(text) || isOwn(line) || imports.has(line) || isQuiet(line)) return [];
    if (!word.test(withoutCommentAndText(text))) return [];
    const within = innermost(facts.symbols, line);
    if (within?.name === symbol.name && within.startLine === line) return [];
    // What a type's own members say of it is part of it.
    if (isImport(text, within) || (within?.parent === symbol.name && location.path === target.path)) return [];
    if (isSure && !(isSure.test(text) && (within?.parent === symbol.parent || text.includes(symbol.parent ?? ""))))
      return [];
    const isTest = facts.kind === "test" || (within !== null && isTestSymbol(within));
    return [{ ...location, line, text: text.trim(), within, isTest, isCall: isCalled.test(text) }];
  });
}

/** Members that the languages' own types have too: by its name alone such a call is no use of ours. */
const builtInMembers = new Set(
  `match add get set exec test map filter find replace split join push pop keys values entries has delete reduce slice
  concat includes sort then catch call apply bind log write read close open append remove insert update copy items format
  strip len size length equals hash clone iter into from new unwrap is_empty contains parse next send index count clear
  run start stop end emit on default build string text json error value name type as_ref as_str to_string toString wait`
    .split(/\s+/)
    .filter(Boolean),
);

function isBuiltInMember({ name, kind, parent }: SymbolFact): boolean {
  return kind === "method" && parent !== null && builtInMembers.has(name);
}

/** The member on the object itself or on its type. */
function onOwnObject({ name, parent }: SymbolFact): RegExp {
  return new RegExp(
    `(?:\\b(?:this|self|Self|cls|super(?:\\(\\))?)|\\b${escape(parent ?? "")})(?:\\.|::)${escape(name)}\\b`,
  );
}

/** An import statement, or a line of one that spans several: nothing but names, outside any body. */
function isImport(text: string, within: SymbolFact | null): boolean {
  if (/^\s*(?:import|from|export \{|(?:pub(?:\([^)]*\))? )?use|require|#include)\b/.test(text)) return true;
  const isOutside = within === null || within.kind === "module";
  return isOutside && text.length < 300 && /^[\w:{}*\s]+,[\w:{}*,\s]*;?$/.test(text);
}

const callable = new Set(["function", "method", "class", "component", "struct"]);

/**
 * A thing that is called somewhere has its mere mentions left out, and one that is passed on as a value those that are
 * neither.
 */
function chooseUses(uses: readonly Use[], { name, kind }: SymbolFact): Uses {
  const word = escape(name);
  const isMember = kind === "method";
  // A member follows an object; a plain name may be a variable.
  const before = isMember ? "(?:\\.|->|::|(?<=^|[^\\w$.]))#?" : "(?<![\\w$.])";
  const calls = new RegExp(`${before}${word}\\s*(?:<[^()]*>)?(?:\\(|\\{\\s*$|::\\w+\\(|\\.\\w+\\()|<${word}[\\s/>]`);
  const values = new RegExp(`[(,=:]\\s*${word}\\s*[,);]`);
  const member = new RegExp(`(?:\\.|->|::)#?${word}\\s*[,)]`);
  const inCode = uses.filter(({ isTest, text }) => !isTest && !isDeclaration(text));
  const inTests = uses.filter(({ isTest }) => isTest);
  const strongest = (found: readonly Use[]) => {
    const matching = (pattern: RegExp) => (callable.has(kind) ? found.filter(({ text }) => pattern.test(text)) : []);
    const rest = isMember ? matching(member) : [...found];
    return [matching(calls), isMember ? [] : matching(values), rest].find((chosen) => chosen.length > 0) ?? [];
  };
  const isAside = ({ path }: Use) => Number(isBesideCode(path));
  return { inCode: strongest(inCode).sort((a, b) => isAside(a) - isAside(b)), inTests: strongest(inTests) };
}

/** An extension of the thing itself is no use of it. */
function isDeclaration(text: string): boolean {
  return /^(?:unsafe\s+)?impl\b/.test(text);
}

/** Files that hold the name as a word, those nearest first. */
async function pathsThatMayUse({ index }: Codebase, { path, symbol }: LocatedSymbol): Promise<string[]> {
  const importers = index.importersOf(path).map((edge) => edge.path);
  const query = { pattern: symbol.name, isRegex: false, ignoreCase: false, isWord: true };
  const { files } = await index.findLines(query, { maxFiles: maxFilesForUses, maxLinesPerFile: 1 });
  const holding = new Set(files.map((file) => file.path));
  const nearest = importers.filter((one) => holding.has(one));
  return [...new Set([path, ...nearest, ...holding])].slice(0, maxFilesForUses);
}

export function innermost(symbols: readonly SymbolFact[], line: number): SymbolFact | null {
  const around = symbols.filter(({ startLine, endLine }) => startLine <= line && line <= endLine);
  return around.sort((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine))[0] ?? null;
}

/** A test inside the file it tests, as in Rust, or in a file that is no test by its name. */
export function isTestSymbol({ name, parent, kind }: SymbolFact): boolean {
  const suite = /^(?:tests?|\w+_tests?)$/;
  const isInSuite = parent !== null && (suite.test(parent) || /^Tests?(?![a-z])|Tests?$/.test(parent));
  return isInSuite || (parent === null && name.startsWith("test_")) || (kind === "module" && suite.test(name));
}

/** Enough for looking for names: line comments and quoted text are blanked out. */
function withoutCommentAndText(line: string): string {
  if (/^\s*(?:\/\/|#(?!\[)|\*|\/\*|--)/.test(line)) return "";
  return line.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""').replaceAll(/\s(?:\/\/|#\s).*$/g, "");
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
