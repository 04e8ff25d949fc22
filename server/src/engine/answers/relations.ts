import type { SymbolFact } from "../../code-index/facts.ts";
import type { Codebase } from "./answer-event.ts";
import type { Desk, FilePlace } from "./desk.ts";

/** A declaration and where it stands. */
export interface PlacedSymbol extends FilePlace {
  symbol: SymbolFact;
}

/** A line outside the declaration that names it. */
export interface Use extends FilePlace {
  line: number;
  text: string;
  /** Innermost declaration around the line; null at the top of a file. */
  within: SymbolFact | null;
  isTest: boolean;
}

const maxFilesForUses = 40;
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

/** Declarations of this repository that the lines of a declaration name, in the order they are met. */
export async function findReferences(desk: Desk, from: PlacedSymbol, limit: number): Promise<PlacedSymbol[]> {
  const lines = await desk.lines(from);
  const body = lines.slice(from.symbol.startLine - 1, from.symbol.endLine).map(withoutCommentAndText);
  const known = reachableSymbols(desk, from);
  const found: PlacedSymbol[] = [];
  const seen = new Set([from.symbol.name]);
  for (const [, name = ""] of body.join("\n").matchAll(/(?<![\w$])([A-Za-z_$][\w$]*)/g)) {
    const target = known.get(name);
    if (!target || seen.has(name) || notReferences.has(name)) continue;
    seen.add(name);
    found.push(target);
    if (found.length === limit) break;
  }
  return found;
}

/** What a declaration can name without being told where from: its file, and what the file imports from this repository. */
function reachableSymbols(desk: Desk, from: PlacedSymbol): Map<string, PlacedSymbol> {
  const facts = desk.facts(from);
  const known = new Map<string, PlacedSymbol>();
  if (!facts) return known;
  const isInside = (symbol: SymbolFact) =>
    symbol.startLine >= from.symbol.startLine && symbol.endLine <= from.symbol.endLine;
  for (const edge of from.codebase.index.importsOf(from.path)) {
    const names = facts.imports.filter(({ line }) => line === edge.line).flatMap((one) => one.names);
    const place = { codebase: from.codebase, path: edge.path };
    for (const symbol of desk.facts(place)?.symbols ?? []) {
      if (names.includes(symbol.name) && !known.has(symbol.name)) known.set(symbol.name, { ...place, symbol });
    }
  }
  for (const symbol of facts.symbols) {
    if (!isInside(symbol)) known.set(symbol.name, { codebase: from.codebase, path: from.path, symbol });
  }
  return known;
}

/** Lines that name a declaration, outside its own lines and outside import statements; calls before mentions. */
export async function findUses(desk: Desk, target: PlacedSymbol, limit: number): Promise<Use[]> {
  const { codebase, symbol } = target;
  const word = new RegExp(`(?<![\\w$])${escape(symbol.name)}(?![\\w$])`);
  const language = desk.facts(target)?.language ?? null;
  const paths = desk.lookUp("find_uses", symbol.name, () => pathsThatMayUse(codebase, target));
  const uses: Use[] = [];
  for (const path of paths) {
    const place = { codebase, path };
    const facts = desk.facts(place);
    if (!facts || facts.language !== language) continue;
    const lines = await desk.lines(place);
    const imports = new Set(facts.imports.map(({ line }) => line));
    for (const [at, text] of lines.entries()) {
      const line = at + 1;
      const isOwn =
        path === target.path && line >= (symbol.doc?.startLine ?? symbol.startLine) && line <= symbol.endLine;
      const isImport = imports.has(line) || /^\s*(?:import|from|export \{|use|require|#include)\b/.test(text);
      if (isOwn || isImport || !word.test(withoutCommentAndText(text))) continue;
      const within = innermost(facts.symbols, line);
      if (within?.name === symbol.name && within.startLine === line) continue;
      uses.push({ ...place, line, text: text.trim(), within, isTest: facts.kind === "test" });
    }
  }
  return chooseUses(uses, symbol, limit);
}

const callable = new Set(["function", "method", "class", "component", "struct"]);
const maxTestUses = 3;

/**
 * A thing that is called somewhere has its mere mentions left out, and one that is passed on as a value those that are
 * neither. Tests come last, and few.
 */
function chooseUses(uses: readonly Use[], { name, kind }: SymbolFact, limit: number): Use[] {
  const word = escape(name);
  const before = kind === "method" ? "(?<![\\w$])" : "(?<![\\w$.])";
  const calls = new RegExp(`${before}${word}\\s*(?:<[^()]*>)?\\(|<${word}[\\s/>]`);
  const values = new RegExp(`[(,=:]\\s*${word}\\s*[,);]`);
  const meeting = (pattern: RegExp) => (callable.has(kind) ? uses.filter(({ text }) => pattern.test(text)) : []);
  const chosen = [meeting(calls), meeting(values), [...uses]].find((found) => found.length > 0) ?? [];
  const inCode = chosen.filter(({ isTest }) => !isTest).slice(0, limit);
  const inTests = chosen.filter(({ isTest }) => isTest).slice(0, Math.min(maxTestUses, limit - inCode.length));
  return [...inCode, ...inTests];
}

function pathsThatMayUse(codebase: Codebase, target: PlacedSymbol): string[] {
  const importers = codebase.index.importersOf(target.path).map(({ path }) => path);
  const mentions = codebase.index.search(target.symbol.name, { limit: 25 }).map(({ path }) => path);
  return [...new Set([target.path, ...importers, ...mentions])].slice(0, maxFilesForUses);
}

export function innermost(symbols: readonly SymbolFact[], line: number): SymbolFact | null {
  const around = symbols.filter(({ startLine, endLine }) => startLine <= line && line <= endLine);
  return around.sort((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine))[0] ?? null;
}

/** Enough for looking for names: line comments and quoted text are blanked out. */
function withoutCommentAndText(line: string): string {
  if (/^\s*(?:\/\/|#(?!\[)|\*|\/\*|--)/.test(line)) return "";
  return line.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""').replaceAll(/\s(?:\/\/|#\s).*$/g, "");
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
