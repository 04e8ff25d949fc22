import type { Node, QueryMatch, Tree } from "web-tree-sitter";

import { cutBodies, uncut } from "#server/code-index/analysis/extract/grammars/cut-bodies.ts";
import type { CutText } from "#server/code-index/analysis/extract/grammars/cut-bodies.ts";
import type { GrammarDeclaration, Grammar } from "#server/code-index/analysis/extract/grammars/grammar.ts";
import { guardParser, parseText } from "#server/code-index/analysis/extract/parsing/load-grammar.ts";
import type { LoadedGrammar } from "#server/code-index/analysis/extract/parsing/load-grammar.ts";
import { commentAbove, docstringBelow } from "#server/code-index/analysis/text/extract-comments.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineAt } from "#server/code-index/analysis/text/source-text.ts";
import type { SymbolFact, SymbolKind } from "#server/code-index/ports/facts.ts";

const maxSymbolsPerFile = 3000;
const maxSignatureLength = 200;

export interface ParsedSymbols {
  symbols: SymbolFact[];
  /** Why the tree is not whole; null when it is. */
  problem: string | null;
}

interface ParsedName {
  name: string;
  kind: SymbolKind | "scope";
  parent: string | null;
  start: number;
  end: number;
  /** Null where the grammar names no body. */
  bodyStart: number | null;
}

/**
 * Declarations of a file with a grammar, in source order. Never throws: a failure is the `problem`. `whole` is the tree
 * of the whole text where one was made already; without one, bodies of functions are left out, which is quicker.
 */
export function parseSymbols(
  source: SourceText,
  loadedGrammar: LoadedGrammar,
  whole: Tree | null = null,
): ParsedSymbols {
  const { result, problem } = guardParser((isOver) =>
    whole === null
      ? parseWithin(source, loadedGrammar, isOver)
      : readTree(source, loadedGrammar, { tree: whole, text: uncut(source), isOver }),
  );
  return { symbols: result ?? [], problem };
}

/**
 * Null when the time ran out. Without function bodies first; a text that makes no whole tree then is parsed as it is.
 */
function parseWithin(source: SourceText, loadedGrammar: LoadedGrammar, isOver: () => boolean): SymbolFact[] | null {
  const { bodies } = loadedGrammar.grammar;
  const cut = bodies === undefined ? uncut(source) : cutBodies(source, bodies);
  let tree = parseText(cut.text, loadedGrammar, isOver);
  let text = cut;
  if (tree !== null && cut.isCut && tree.rootNode.hasError) {
    tree.delete();
    text = uncut(source);
    tree = parseText(text.text, loadedGrammar, isOver);
  }
  if (tree === null) return null;
  try {
    return readTree(source, loadedGrammar, { tree, text, isOver });
  } finally {
    tree.delete();
  }
}

function readTree(
  source: SourceText,
  { grammar, query }: LoadedGrammar,
  { tree, text, isOver }: { tree: Tree; text: CutText; isOver: () => boolean },
): SymbolFact[] | null {
  // The typed signature says void, the runtime stops on true.
  const matches = query.matches(tree.rootNode, { maxStartDepth: grammar.maxDepth, progressCallback: isOver });
  return isOver() ? null : toSymbols(source, grammar, collect(matches, text));
}

function collect(matches: QueryMatch[], { toWhole }: CutText): ParsedName[] {
  const found: ParsedName[] = [];
  for (const { captures } of matches) {
    let name: string | null = null;
    let parent: string | null = null;
    let node: Node | null = null;
    let body: Node | null = null;
    let kind: ParsedName["kind"] = "scope";
    for (const capture of captures) {
      if (capture.name === "name") name = capture.node.text;
      else if (capture.name === "parent" || capture.name === "scope.name") parent = capture.node.text;
      else if (capture.name === "body") body = capture.node;
      else if (capture.name !== "kw") {
        node = capture.node;
        kind = capture.name as ParsedName["kind"];
      }
    }
    if (name === null || node === null || name.length > 200) continue;
    body ??= kind === "scope" ? null : node.childForFieldName("body");
    found.push({
      name: unquoted(name),
      kind,
      parent,
      start: toWhole(node.startIndex),
      end: toWhole(node.endIndex),
      bodyStart: body === null ? null : toWhole(body.startIndex),
    });
    if (found.length >= maxSymbolsPerFile) break;
  }
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

function unquoted(name: string): string {
  return /^(['"]).*\1$/.test(name) ? name.slice(1, -1) : name;
}

const holdsMembers = new Set<ParsedName["kind"]>(["scope", "class", "interface", "struct", "trait", "enum", "module"]);

function toSymbols(source: SourceText, grammar: Grammar, found: ParsedName[]): SymbolFact[] {
  const symbols: SymbolFact[] = [];
  const open: ParsedName[] = [];
  const seen = new Set<string>();
  const file = {
    grammar,
    exportedNames: grammar.exportedNames?.(source.text) ?? new Set<string>(),
    hiddenLines: grammar.hiddenLines?.(source.text) ?? new Set<number>(),
  };
  for (const item of found) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= item.start) open.pop();
    const holder = open.at(-1);
    const isOwnScope = holder !== undefined && holder.start === item.start && holder.end === item.end;
    const parent = item.parent ?? (holder === undefined || isOwnScope ? null : holder.name);
    if (holdsMembers.has(item.kind)) open.push(item);
    const key = `${item.start} ${item.name}`;
    if (item.kind === "scope" || seen.has(key)) continue;
    seen.add(key);
    symbols.push(toSymbol(source, file, { ...item, kind: item.kind, parent }));
  }
  return symbols;
}

interface FileGrammar {
  grammar: Grammar;
  exportedNames: Set<string>;
  hiddenLines: Set<number>;
}

function toSymbol(
  source: SourceText,
  { grammar, exportedNames, hiddenLines }: FileGrammar,
  item: ParsedName & { kind: SymbolKind },
): SymbolFact {
  const { text } = source;
  const startLine = lineAt(source, item.start);
  const endLine = lineAt(source, Math.max(item.start, item.end - 1));
  const head = text.slice(item.start, Math.min(item.end, item.start + 400));
  const lead = text.slice(source.lineStarts[startLine - 1] ?? 0, item.start);
  const declaration: GrammarDeclaration = {
    name: item.name,
    kind: item.kind,
    parent: item.parent,
    head,
    lead,
    exportedNames,
  };
  const signature = signatureOf(item, text);
  const signatureEndLine = Math.min(endLine, lineAt(source, Math.max(item.start, signature.end - 1)));
  const doc = source.language === "python" ? docstringBelow(source, startLine, endLine) : null;
  return {
    name: item.name,
    kind: grammar.kindOf?.(declaration) ?? item.kind,
    parent: item.parent,
    signature: signature.line,
    doc: doc ?? commentAbove(source, startLine),
    isExported: !hiddenLines.has(startLine) && grammar.isExported(declaration),
    startLine,
    ...(signatureEndLine > startLine && { signatureEndLine }),
    endLine,
  };
}

/** On one line, and where in the text it ends. */
function signatureOf({ start, end, bodyStart }: ParsedName, text: string): { line: string; end: number } {
  let head = text.slice(start, Math.min(bodyStart ?? end, start + 1200));
  if (bodyStart === null) head = withoutBody(head);
  else head = head.replace(/\n\s*#[^]*$/, "");
  const line = head
    .replaceAll(/\s+/g, " ")
    .replace(/\s*(?:[{:;]|=>|=)?\s*$/, "")
    .trim();
  return {
    line: line.length > maxSignatureLength ? `${line.slice(0, maxSignatureLength - 1)}…` : line,
    end: start + head.trimEnd().length,
  };
}

/** For declarations whose body is no field of their own: variables that hold functions, constants with long values. */
function withoutBody(head: string): string {
  const arrow = head.search(/=>/);
  if (arrow > 0 && /=\s*(?:async\s*)?[(<\w]/.test(head.slice(0, arrow))) return head.slice(0, arrow);
  const firstLine = head.split("\n", 1)[0] ?? head;
  return firstLine.replace(/[{([]\s*$/, "");
}
