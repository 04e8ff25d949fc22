import { commentAbove } from "#server/code-index/analysis/text/extract-comments.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineText, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { SymbolFact, SymbolKind } from "#server/code-index/ports/facts.ts";

/** Group 1 is the name. */
type SymbolPattern = [RegExp, SymbolKind];

const word = String.raw`([A-Za-z_$][\w$]*)`;
const line = (pattern: string): RegExp => new RegExp(`^[ \\t]*${pattern}`, "gm");
const swiftModifiers = String.raw`(?:@\w+(?:\([^)]{0,2000}\))?[ \t]+)*(?:(?:public|private|internal|fileprivate|open|final|static|class|override|mutating|indirect|convenience|required|nonisolated)[ \t]+)*`;
const scalaModifiers = String.raw`(?:(?:private|protected|final|sealed|abstract|implicit|override|lazy|case|inline|given)(?:\[\w+\])?[ \t]+)*`;

const patternsByLanguage: Record<string, SymbolPattern[]> = {
  swift: [
    [line(`${swiftModifiers}(?:class|actor)\\s+(?!func|var|let)${word}`), "class"],
    [line(`${swiftModifiers}struct\\s+${word}`), "struct"],
    [line(`${swiftModifiers}enum\\s+${word}`), "enum"],
    [line(`${swiftModifiers}protocol\\s+${word}`), "interface"],
    [line(`${swiftModifiers}extension\\s+${word}`), "class"],
    [line(`${swiftModifiers}func\\s+${word}`), "function"],
    [line(`${swiftModifiers}typealias\\s+${word}`), "type"],
  ],
  scala: [
    [line(`${scalaModifiers}(?:class|object)\\s+${word}`), "class"],
    [line(`${scalaModifiers}trait\\s+${word}`), "trait"],
    [line(`${scalaModifiers}enum\\s+${word}`), "enum"],
    [line(`${scalaModifiers}def\\s+${word}`), "function"],
    [line(`${scalaModifiers}type\\s+${word}`), "type"],
  ],
  erlang: [[/^([a-z]\w*)\([^)]{0,2000}\)\s*(?:when[^\n]*)?->/gm, "function"]],
  lua: [[/^[ \t]*(?:local\s+)?function\s+([\w.:]+)/gm, "function"], [/^(?:local\s+)?([\w.]+)\s*=\s*function\b/gm, "function"]],
  zig: [
    [/^[ \t]*(?:pub\s+)?(?:export\s+|inline\s+|extern\s+)*fn\s+(\w+)/gm, "function"],
    [/^[ \t]*(?:pub\s+)?const\s+(\w+)\s*=\s*(?:packed\s+|extern\s+)?struct\b/gm, "struct"],
    [/^[ \t]*(?:pub\s+)?const\s+(\w+)\s*=\s*(?:enum|union)\b/gm, "enum"],
    [/^(?:pub\s+)?const\s+(\w+)/gm, "constant"],
  ],
  dart: [
    [/^[ \t]*(?:abstract\s+|sealed\s+|base\s+|final\s+)*class\s+(\w+)/gm, "class"],
    [/^[ \t]*(?:mixin|extension)\s+(\w+)/gm, "class"],
    [/^[ \t]*enum\s+(\w+)/gm, "enum"],
    [/^[ \t]*typedef\s+(\w+)/gm, "type"],
    [/^[ \t]*(?:static\s+|external\s+)*(?!return\b|await\b|else\b|throw\b|new\b)[\w<>?,]+\s+(\w+)\s*\([^;{]{0,2000}\)\s*(?:async\s*\*?\s*)?(?:\{|=>)/gm, "function"],
  ],
  groovy: [[/^[ \t]*(?:\w+[ \t]+)*class\s+(\w+)/gm, "class"], [/^[ \t]*(?:def|void|static)\s+(\w+)\s*\(/gm, "function"], [/^[ \t]*task\s+(\w+)/gm, "function"]],
  haskell: [[/^(?:data|newtype)\s+(\w+)/gm, "type"], [/^type\s+(\w+)/gm, "type"], [/^class\s+(?:[^\n=]*=>\s*)?(\w+)/gm, "interface"], [/^([a-z_][\w']*)\s*::/gm, "function"]],
  ocaml: [[/^[ \t]*let\s+(?:rec\s+)?([a-z_][\w']*)/gm, "function"], [/^[ \t]*type\s+(?:'\w+\s+)?(\w+)/gm, "type"], [/^[ \t]*module\s+(?:type\s+)?(\w+)/gm, "module"]],
  clojure: [[/^\(defn-?\s+(?:\^\S+\s+)*([^\s\])]{1,2000})/gm, "function"], [/^\((?:def|defonce|defmulti|defmacro)\s+(?:\^\S+\s+)*([^\s\])]{1,2000})/gm, "variable"], [/^\((?:defrecord|deftype)\s+(\S+)/gm, "class"], [/^\(defprotocol\s+(\S+)/gm, "interface"]],
  julia: [[/^[ \t]*function\s+([\w.!]+)/gm, "function"], [/^(\w+!?)\([^)]{0,2000}\)\s*=(?!=)/gm, "function"], [/^[ \t]*(?:mutable\s+)?struct\s+(\w+)/gm, "struct"], [/^module\s+(\w+)/gm, "module"]],
  r: [[/^([\w.]+)\s*(?:<-|=)\s*function\b/gm, "function"]],
  perl: [[/^[ \t]*sub\s+(\w+)/gm, "function"], [/^package\s+([\w:]+)/gm, "module"]],
  objectivec: [[/^@(?:interface|implementation)\s+(\w+)/gm, "class"], [/^@protocol\s+(\w+)/gm, "interface"], [/^[-+]\s*\([^)]{0,2000}\)\s*(\w+)/gm, "method"]],
  sql: [[/^[ \t]*create\s+(?:or\s+replace\s+)?(?:function|procedure|trigger)\s+(?:if\s+not\s+exists\s+)?["`[]?([\w.]+)/gim, "function"], [/^[ \t]*create\s+(?:or\s+replace\s+)?(?:materialized\s+)?view\s+(?:if\s+not\s+exists\s+)?["`[]?([\w.]+)/gim, "type"]],
  prisma: [[/^enum\s+(\w+)/gm, "enum"], [/^model\s+(\w+)/gm, "class"]],
  graphql: [[/^(?:extend\s+)?(?:type|input|union|scalar)\s+(\w+)/gm, "type"], [/^interface\s+(\w+)/gm, "interface"], [/^enum\s+(\w+)/gm, "enum"]],
  protobuf: [[/^[ \t]*message\s+(\w+)/gm, "struct"], [/^[ \t]*enum\s+(\w+)/gm, "enum"], [/^[ \t]*service\s+(\w+)/gm, "interface"], [/^[ \t]*rpc\s+(\w+)/gm, "method"]],
  terraform: [[/^(?:resource|data)\s+"[\w-]+"\s+"([\w-]+)"/gm, "struct"], [/^(?:variable|output|module)\s+"([\w-]+)"/gm, "variable"]],
  scss: [[/^@mixin\s+([\w-]+)/gm, "function"], [/^(\$[\w-]+)\s*:/gm, "variable"]],
  less: [[/^(@[\w-]+)\s*:/gm, "variable"]],
  make: [[/^([A-Za-z_]\w*)\s*[:?+]?=/gm, "variable"]],
}; // prettier-ignore

const hiddenWords = /\b(?:private|fileprivate|defp|defmacrop|local)\b|\bdefn-/;

/** Declarations of languages without a grammar: a table of patterns finds the names, indentation the extent. */
export function extractPatternSymbols(source: SourceText): SymbolFact[] {
  const patterns = source.language === null ? undefined : patternsByLanguage[source.language];
  if (patterns === undefined) return [];
  const byLocation = new Map<string, SymbolFact>();
  for (const [pattern, kind] of patterns) {
    for (const { match, line } of matchesInCode(source, pattern)) {
      const name = match[1];
      if (name === undefined || byLocation.has(`${line} ${name}`)) continue;
      const text = lineText(source, line);
      byLocation.set(`${line} ${name}`, {
        name,
        kind,
        parent: null,
        signature: text.trim().replace(/[{=]$/, "").trimEnd().slice(0, 200),
        doc: commentAbove(source, line),
        isExported: !hiddenWords.test(text.slice(0, text.indexOf(name))) && !name.startsWith("_"),
        startLine: line,
        endLine: endOfBlock(source, line),
      });
    }
  }
  return withParents([...byLocation.values()].sort((a, b) => a.startLine - b.startLine));
}

/** The block ends before the next line that is indented no deeper, that line included when it only closes. */
function endOfBlock(source: SourceText, start: number): number {
  const depth = indentOf(lineText(source, start));
  const limit = Math.min(source.lines, start + 2000);
  let last = start;
  for (let line = start + 1; line <= limit; line += 1) {
    const text = lineText(source, line);
    if (text.trim() === "") continue;
    const indent = indentOf(text);
    if (indent === depth && closesBlock(text)) return line;
    if (indent <= depth) return last;
    last = line;
  }
  return last;
}

function closesBlock(text: string): boolean {
  return /^\s*(?:[})\]]|end\b)/.test(text);
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

const holders = new Set<SymbolKind>(["class", "interface", "struct", "trait", "enum", "module"]);

function withParents(symbols: SymbolFact[]): SymbolFact[] {
  const open: SymbolFact[] = [];
  for (const symbol of symbols) {
    while (open.length > 0 && (open.at(-1)?.endLine ?? 0) < symbol.startLine) open.pop();
    const holder = open.at(-1);
    if (holder !== undefined) {
      symbol.parent = holder.name;
      if (symbol.kind === "function") symbol.kind = "method";
    }
    if (holders.has(symbol.kind)) open.push(symbol);
  }
  return symbols;
}
