import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

/** Longer declarations are read no further. */
const maxLines = 300;

const memberPatterns: [language: RegExp, member: RegExp][] = [
  [/^(?:typescript|tsx|javascript)$/, /^\s{2,4}(?:(?:public|readonly|static|declare)\s+)*(\w+)[?!]?\s*(?::|=(?!>))/],
  [/^python$/, /^ {4}(\w+)\s*(?::|=(?!=))/],
  [/^rust$/, /^ {4}(?:pub(?:\([\w:]+\))?\s+)?(\w+)\s*(?::(?!:)|[,({]|$)/],
  [/^go$/, /^\t(\w+)\s+[\w*[\]]/],
  [/^(?:java|csharp)$/, /^\s{2,4}(?:(?:private|public|protected|final|readonly)\s+)+[\w<>[\], ]+\s(\w+)\s*[;=]/],
];

/** The names of a type's own fields or variants, in order, with the last line they were read from. */
export async function parseMembers(
  scope: CodeScope,
  path: string,
  symbol: SymbolFact,
): Promise<{ names: string[]; endLine: number }> {
  const language = scope.facts(path)?.language ?? "";
  const pattern = memberPatterns.find(([one]) => one.test(language))?.[1];
  const lines = pattern === undefined ? null : await scope.lines(path);
  const names = new Map<string, number>();
  if (pattern === undefined || lines === null) return { names: [], endLine: symbol.startLine };
  const end = Math.min(symbol.endLine, symbol.startLine + maxLines);
  let depth: number | null = null;
  for (let line = symbol.startLine + 1; line <= end; line += 1) {
    const text = lines[line - 1] ?? "";
    // What stands deeper than the first line is of a method.
    if (depth === null && text.trim() !== "" && !/^\s*[{}]/.test(text)) depth = text.search(/\S/);
    const name = text.match(pattern)?.[1];
    if (name === undefined || (/interface|type/.test(symbol.kind) && /^\s*\w+\s*=/.test(text))) continue;
    if (depth === text.search(/\S/) && !keywords.has(name) && !names.has(name)) names.set(name, line);
  }
  return {
    names: [...names.keys()],
    endLine: Math.max(symbol.startLine, ...[...names.values()].slice(0, shownMembers)),
  };
}

/** More names than these are shown as a number. */
export const shownMembers = 6;

const keywords = new Set(
  "return if for while switch case const let var def class else elif func type async await public private static default import from try with raise pass super this self constructor".split(
    " ",
  ),
);
