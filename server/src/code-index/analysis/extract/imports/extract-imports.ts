import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineAt, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { ImportFact } from "#server/code-index/ports/facts.ts";

type ImportReader = (source: SourceText) => ImportFact[];

const readerByLanguage: Record<string, ImportReader> = {
  typescript: readEcmascript, tsx: readEcmascript, javascript: readEcmascript, vue: readEcmascript,
  svelte: readEcmascript, astro: readEcmascript, python: readPython, go: readGo, rust: readRust,
  java: bySpecifier(/^[ \t]*import\s+(?:static\s+)?([\w.]+(?:\.\*)?)\s*;/gm),
  kotlin: bySpecifier(/^[ \t]*import\s+([\w.]+(?:\.\*)?)/gm),
  scala: bySpecifier(/^[ \t]*import\s+([\w.]+)/gm),
  groovy: bySpecifier(/^[ \t]*import\s+(?:static\s+)?([\w.]+)/gm),
  csharp: bySpecifier(/^[ \t]*(?:global\s+)?using\s+(?:static\s+)?(?:\w+\s*=\s*)?([A-Za-z_][\w.]*)\s*;/gm),
  c: bySpecifier(/^[ \t]*#[ \t]*include[ \t]*([<"][^>"\n]+[>"])/gm),
  cpp: bySpecifier(/^[ \t]*#[ \t]*include[ \t]*([<"][^>"\n]+[>"])/gm),
  objectivec: bySpecifier(/^[ \t]*#[ \t]*(?:include|import)[ \t]*([<"][^>"\n]+[>"])/gm),
  ruby: readRuby, php: readPhp,
  swift: bySpecifier(/^[ \t]*(?:@testable\s+)?import\s+(?:class\s+|struct\s+|func\s+)?([\w.]+)/gm),
  elixir: readElixir,
  lua: bySpecifier(/\brequire\s*\(?\s*["']([^"']{1,2000})["']/g),
  zig: bySpecifier(/@import\("([^"]{1,2000})"\)/g),
  dart: bySpecifier(/^[ \t]*(?:import|export|part)\s+['"]([^'"]{1,2000})['"]/gm),
  haskell: bySpecifier(/^import\s+(?:qualified\s+)?([\w.]+)/gm),
  perl: bySpecifier(/^[ \t]*(?:use|require)\s+([A-Z][\w:]*)/gm),
  css: bySpecifier(/@import\s+(?:url\()?["']([^"']{1,2000})["']/g),
  scss: bySpecifier(/@(?:import|use|forward)\s+["']([^"']{1,2000})["']/g),
  less: bySpecifier(/@import\s+(?:\([^)]{0,2000}\)\s*)?["']([^"']{1,2000})["']/g),
  shell: bySpecifier(/^[ \t]*(?:source|\.)\s+["']?([^\s"';]{1,2000})/gm),
  protobuf: bySpecifier(/^[ \t]*import\s+(?:public\s+)?"([^"]{1,2000})"/gm),
}; // prettier-ignore

const maxImports = 1000;

/** Imports as they are written, in order. */
export function extractImports(source: SourceText): ImportFact[] {
  const read = source.language === null ? undefined : readerByLanguage[source.language];
  return read === undefined
    ? []
    : read(source)
        .sort((a, b) => a.line - b.line)
        .slice(0, maxImports);
}

/** Packages a file declares for itself, by which other files name it (Java and C# namespaces, PHP, Elixir). */
export function extractOwnPackage(source: SourceText): string | null {
  switch (source.language ?? "") {
    case "java":
    case "kotlin":
    case "scala":
    case "groovy":
      return /^[ \t]*package\s+([\w.]+)/m.exec(source.text)?.[1] ?? null;
    case "csharp":
      return /^[ \t]*namespace\s+([\w.]+)/m.exec(source.text)?.[1] ?? null;
    case "php":
      return /^[ \t]*namespace\s+([\w\\]+)\s*[;{]/m.exec(source.text)?.[1] ?? null;
    case "elixir":
      return /^[ \t]*defmodule\s+([\w.]+)/m.exec(source.text)?.[1] ?? null;
    default:
      return null;
  }
}

function bySpecifier(pattern: RegExp): ImportReader {
  return (source) => {
    const imports: ImportFact[] = [];
    for (const { match, line } of matchesInCode(source, pattern)) {
      if (match[1] !== undefined) imports.push({ specifier: match[1], names: [], line });
    }
    return imports;
  };
}

const ecmascriptFrom = /\bfrom\s*(['"])([^'"\n]+)\1/g;
const ecmascriptBare = /^[ \t]*import\s*(['"])([^'"\n]+)\1/gm;
const ecmascriptCall = /\b(?:import|require|require\.resolve|jest\.mock|vi\.mock)\s*\(\s*(['"`])([^'"`\n$]+)\1/g;

function readEcmascript(source: SourceText): ImportFact[] {
  const imports: ImportFact[] = [];
  let behind = 0;
  for (const { match } of matchesInCode(source, ecmascriptFrom)) {
    const clause = clauseBefore(source.text, behind, match.index);
    behind = match.index + match[0].length;
    if (clause === null) continue;
    const line = lineAt(source, clause.at);
    if (source.commentLines[line - 1] !== 1)
      imports.push({ specifier: match[2] ?? "", names: ecmascriptNames(clause.text), line });
  }
  for (const { match, line } of matchesInCode(source, ecmascriptBare))
    imports.push({ specifier: match[2] ?? "", names: [], line });
  for (const { match, line } of matchesInCode(source, ecmascriptCall))
    imports.push({ specifier: match[2] ?? "", names: [], line });
  return imports;
}

const maxClauseLength = 4000;
/** A comment between the names of a clause. */
const comment = /(?<!:)\/\/[^\n]*|\/\*[^*]{0,200}\*\//g;
const clauseCharacter = /[\w$*\s{},]/;
const clauseStart = /^(?:import|export)(?:\s+type(?=\s+[\w$*{]|\s*\{))?(?=[\s{*])/;

/**
 * The clause between `import` or `export` and a `from` at `end`. Searched backwards from the `from`: a pattern that
 * starts at the keyword would search thousands of characters at each of the many keywords that no `from` follows.
 */
function clauseBefore(text: string, behind: number, end: number): { text: string; at: number } | null {
  const start = Math.max(behind, end - maxClauseLength);
  const window = text.slice(start, end).replaceAll(comment, (part) => " ".repeat(part.length));
  // Beyond a character that no clause holds there is nothing to find.
  let beyond = window.length;
  while (beyond > 0 && clauseCharacter.test(window[beyond - 1] ?? "")) beyond -= 1;
  for (const match of [...window.slice(beyond).matchAll(/(?<![^;}\s])(?:import|export)(?![\w$])/g)].reverse()) {
    const at = beyond + match.index;
    const keyword = clauseStart.exec(window.slice(at));
    if (keyword !== null) return { text: window.slice(at + keyword[0].length), at: start + at };
  }
  return null;
}

function ecmascriptNames(clause: string): string[] {
  return clause
    .replaceAll(/[{}]/g, ",")
    .split(",")
    .map((part) =>
      part
        .trim()
        .replace(/^type\s+/, "")
        .replace(/\s+as\s+.*$/, ""),
    )
    .filter((name) => name !== "" && name !== "*");
}

const pythonFrom = /^[ \t]*from[ \t]+(\.*[\w.]*)[ \t]+(?:\\\r?\n[ \t]*)?import[ \t]+(\([^)]{0,2000}\)|[^\n#]+)/gm;
const pythonImport =
  /(?<!\\\r?\n)^[ \t]*import[ \t]+([\w.]+(?:[ \t]+as[ \t]+\w+)?(?:[ \t]*,[ \t]*[\w.]+(?:[ \t]+as[ \t]+\w+)?)*)/gm;

function readPython(source: SourceText): ImportFact[] {
  const imports: ImportFact[] = [];
  for (const { match, line } of matchesInCode(source, pythonFrom)) {
    const names = (match[2] ?? "")
      .replaceAll(/#[^\n]*|[()\\]/g, " ")
      .split(",")
      .map((name) => name.trim().split(/\s+/)[0] ?? "");
    imports.push({ specifier: match[1] ?? "", names: names.filter((name) => name !== "" && name !== "*"), line });
  }
  for (const { match, line } of matchesInCode(source, pythonImport)) {
    for (const part of (match[1] ?? "").split(",")) {
      const specifier = part.trim().split(/\s+/)[0] ?? "";
      if (specifier !== "") imports.push({ specifier, names: [], line });
    }
  }
  return imports;
}

function readGo(source: SourceText): ImportFact[] {
  const imports: ImportFact[] = [];
  for (const { match, line } of matchesInCode(source, /^import[ \t]+(?:[\w.]+[ \t]+)?"([^"]{1,2000})"/gm)) {
    imports.push({ specifier: match[1] ?? "", names: [], line });
  }
  for (const { match, offset } of matchesInCode(source, /^import\s*\(([^)]{0,2000})\)/gm)) {
    const inner = /^[ \t]*(?:[\w.]+[ \t]+)?"([^"]{1,2000})"/gm;
    const start = offset + match[0].indexOf("(") + 1;
    for (const found of (match[1] ?? "").matchAll(inner)) {
      const at = start + found.index + found[0].indexOf('"');
      imports.push({ specifier: found[1] ?? "", names: [], line: lineAt(source, at) });
    }
  }
  return imports;
}

function readRust(source: SourceText): ImportFact[] {
  const imports: ImportFact[] = [];
  for (const { match, line } of matchesInCode(
    source,
    /^[ \t]*(?:pub(?:\([^)]{0,2000}\))?[ \t]+)?use[ \t]+([^;]{1,2000});/gm,
  )) {
    for (const specifier of rustPaths((match[1] ?? "").replaceAll(/\s+/g, " ")))
      imports.push({ specifier, names: [], line });
  }
  for (const { match, line } of matchesInCode(
    source,
    /^[ \t]*(?:pub(?:\([^)]{0,2000}\))?[ \t]+)?mod[ \t]+(\w+)[ \t]*;/gm,
  )) {
    imports.push({ specifier: `mod ${match[1] ?? ""}`, names: [], line });
  }
  return imports;
}

/** Spreads `a::{b, c::{d}}` into whole paths; a group nested deeper than two is kept at its second level. */
function rustPaths(path: string): string[] {
  const open = path.indexOf("{");
  if (open < 0) return [path.replace(/\s+as\s+\w+$/, "").trim()];
  const prefix = path.slice(0, open);
  const inner = path.slice(open + 1, path.lastIndexOf("}"));
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const char of inner) {
    if (char === "{") depth += 1;
    if (char === "}") depth -= 1;
    if (char === "," && depth === 0) {
      parts.push(part);
      part = "";
    } else part += char;
  }
  return [...parts, part].filter((item) => item.trim() !== "").flatMap((item) => rustPaths(prefix + item.trim()));
}

function readRuby(source: SourceText): ImportFact[] {
  const imports: ImportFact[] = [];
  for (const { match, line } of matchesInCode(
    source,
    /^[ \t]*(require|require_relative|load|autoload\s+:\w+,)\s*\(?\s*['"]([^'"]{1,2000})['"]/gm,
  )) {
    const target = match[2] ?? "";
    imports.push({
      specifier: match[1] === "require_relative" && !target.startsWith(".") ? `./${target}` : target,
      names: [],
      line,
    });
  }
  return imports;
}

function readElixir(source: SourceText): ImportFact[] {
  const imports: ImportFact[] = [];
  for (const { match, line, offset } of matchesInCode(
    source,
    /^[ \t]*(?:alias|import|use|require)\s+([A-Z]\w*(?:\.[A-Z]\w*)*)(?:\.\{([^}]{1,2000})\}|[ \t]*,[ \t]*as:[ \t]*(\w+))?/gm,
  )) {
    const [, module = "", members, alias] = match;
    if (members === undefined) imports.push({ specifier: module, names: alias === undefined ? [] : [alias], line });
    else
      for (const { 0: member, index } of members.matchAll(/[A-Z][\w.]*/g)) {
        const at = offset + match[0].trimStart().indexOf("{") + 1 + index;
        imports.push({ specifier: `${module}.${member}`, names: [], line: lineAt(source, at) });
      }
  }
  return imports;
}

function readPhp(source: SourceText): ImportFact[] {
  const imports: ImportFact[] = [];
  for (const { match, line } of matchesInCode(
    source,
    /^[ \t]*use\s+(?:function\s+|const\s+)?([\w\\]+)(?:\\\{([^}]{1,2000})\})?(?:\s+as\s+(\w+))?\s*;/gm,
  )) {
    if (match[2] === undefined)
      imports.push({ specifier: match[1] ?? "", names: match[3] === undefined ? [] : [match[3]], line });
    else
      for (const name of match[2].split(","))
        imports.push({ specifier: `${match[1]}\\${name.trim().split(" ")[0]}`, names: [], line });
  }
  for (const { match, line } of matchesInCode(
    source,
    /\b(?:require|include)(?:_once)?\s*\(?\s*(?:__DIR__\s*\.\s*)?['"]([^'"]{1,2000})['"]/g,
  )) {
    imports.push({ specifier: match[1] ?? "", names: [], line });
  }
  return imports;
}
